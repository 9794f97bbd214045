// How long batches become, and what an interrupted one does to the later ones.
#include "expect.hpp"
#include "warmup.hpp"

#include <exception>

int main() try {
    const rw::Command command = rw::Command::parse("visit batch_s=1e-4 warm_s=1 samples=5 samples_s=1e-3");
    const rw::Kernel kernel;

    rw::WarmUp fresh(command, kernel, false, true, {});
    expect(fresh.first().calls == 1, "nothing is known of a call yet");
    expect(fresh.next(1, 1.001e-6).calls == 8, "batches grow eightfold");
    expect(fresh.next(8, 8.008e-6).calls == 64, "until they are long enough");
    expect(fresh.next(64, 64e-3).calls == 100, "an interrupted batch does not shorten the later ones");
    const auto last = fresh.next(100, 100.1e-6);
    expect(last.calls == 100, "a batch of 100 us of calls of 1 us");
    expect(last.samples == 5, "there is time for all that were asked for");
    expect(last.harmless_ns == 500, "half a per cent of a batch");

    rw::WarmUp again(command, kernel, false, true, {.calls = 100, .best_s = 1.001e-6});
    expect(again.first().calls == 100, "an earlier visit has shown how many calls a batch has");
    expect(again.next(100, 1.0).calls == 100, "though the only batch of this one was interrupted");

    rw::WarmUp slow(command, kernel, false, true, {});
    expect(slow.next(1, 0.4e-3).samples == 2, "as many samples as fit into the time for them");
    expect(slow.next(1, 10.0).samples == 2, "by the fastest batch");
    return failures == 0 ? 0 : 1;
} catch (const std::exception& problem) {
    expect(false, problem.what());
    return 1;
}
