// What a Lead learns from calls that some rank began late.
#include "expect.hpp"
#include "lead.hpp"

int main() {
    rw::Lead near;
    near.begin(1e-6);
    for (int visit = 0; visit < 10; ++visit) near.learn(3, 0, 0);
    const double shortest_s = near.seconds();
    expect(shortest_s < 5e-6, "less and less while nobody is late");
    for (int visit = 0; visit < 100; ++visit) near.learn(3, visit % 2 == 0 ? 1 : 0, 1'000);
    expect(near.seconds() <= shortest_s, "one late call of three was interrupted");
    near.learn(25, 25, 40'000);
    const double longer_s = near.seconds();
    expect(longer_s > 60e-6, "as much more as ranks were late, and half as much again");
    near.learn(3, 0, 0);
    expect(near.seconds() >= longer_s, "it is kept for a while");
    for (int visit = 0; visit < 1000; ++visit) near.learn(3, 0, 0);
    expect(near.seconds() <= shortest_s, "it comes back");
    expect(!near.yields(), "there were processors enough");

    rw::Lead far;
    far.begin(20e-3);
    expect(far.seconds() >= 30e-3, "a start takes as long as a barrier to reach everyone");
    for (int visit = 0; visit < 9; ++visit) far.learn(1, 1, 1'000'000);
    expect(far.seconds() <= 3 * 20e-3, "never without end");
    expect(far.yields(), "nobody was ever on time");
    expect(!far.was_timely(), "nor seemed to be");

    rw::Lead slow;  // links of 25 ms, that a start goes over three after each other to reach eight ranks
    slow.begin(400e-3);  // ranks connected
    slow.begin(75e-3);
    for (int visit = 0; visit < 9; ++visit) slow.learn(1, 1, 25'000'000);
    expect(slow.seconds() > 75e-3, "a start reaches everyone over links of any latency");
    expect(slow.seconds() <= 3 * 75e-3, "but not as late as ranks connected");

    rw::Lead busy;
    busy.begin(1e-6);
    for (int visit = 0; visit < 9; ++visit) busy.learn(3, 3, 20'000'000);
    expect(busy.seconds() >= 50e-3, "a moment in which others had the processors");
    double waited_s = 0.0;
    for (; busy.seconds() > 100e-6 && waited_s < 10.0; busy.learn(3, 0, 0)) waited_s += 3 * busy.seconds();
    expect(waited_s < 3.0, "a long lead is given up within seconds");

    rw::Lead interrupted;
    interrupted.begin(1e-6);
    for (int visit = 0; visit < 9; ++visit) interrupted.learn(3, 3, 20'000'000);
    waited_s = 0.0;
    for (int call = 0; interrupted.seconds() > 1e-3 && waited_s < 20.0; ++call) {
        interrupted.learn(1, call % 8 == 0 ? 1 : 0, 100'000);
        waited_s += interrupted.seconds();
    }
    expect(waited_s < 10.0, "nor does a late call now and then keep it");
    return failures == 0 ? 0 : 1;
}
