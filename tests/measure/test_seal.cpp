// SHA-256 and HMAC against published vectors (FIPS 180-4, RFC 4231), and what opens of a stream of records.
#include <string>

#include "expect.hpp"
#include "seal.hpp"

namespace {

std::string hex(const rw::Digest& digest) {
    std::string text;
    char two[3];
    for (const unsigned byte : digest) {
        std::snprintf(two, sizeof two, "%02x", byte);
        text += two;
    }
    return text;
}

std::string sha256(std::string_view text) {
    rw::Sha256 hash;
    hash.add(text);
    return hex(hash.finish());
}

bool refused(rw::Seal& seal, std::string stream) {
    try {
        static_cast<void>(seal.opened(stream));
        return false;
    } catch (const std::runtime_error&) {
        return true;
    }
}

void try_all() {
    expect(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "abc");
    expect(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
           "two blocks");
    expect(sha256(std::string(1'000'000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
           "a million");
    expect(hex(rw::Hmac("Jefe").add("what do ya want ").add("for nothing?").finish()) ==
               "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
           "RFC 4231, case 2");
    rw::Seal seal("secret", "session", "nonces");
    std::string nothing;
    expect(!seal.opened(nothing), "nothing came");
    expect(refused(seal, std::string(rw::view(seal.head("x"))) + "x"), "a record that is turned round");
    expect(refused(seal, "\xff\xff\xff\xff" + std::string(16, 'x')), "a huge length");
}

}  // namespace

int main() {
    try {
        try_all();
    } catch (const std::exception& error) {
        expect(false, error.what());
    }
    return failures;
}
