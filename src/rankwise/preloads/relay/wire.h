/* What ranks ask forwarders, and forwarders each other: one request, one answer, on a TCP connection.
 *
 * ANNOUNCE  a rank listens at `target`, an address of its own; kept until the connection ends
 * WHO       on the same connection: whose connection is it that came from port `source.port` of the forwarder
 * CONNECT   bring me to `target`, by the forwarder `next` unless that is zero; I am `source`. After the answer YES
 *           this connection is the one to `target`
 *
 * As with the PROXY protocol, the target learns the address of who meant it. Addresses and ports are in network order.
 */
#ifndef RANKWISE_RELAY_WIRE_H
#define RANKWISE_RELAY_WIRE_H

#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

enum { TOKEN_BYTES = 16 };
enum { ANNOUNCE = 1, WHO = 2, CONNECT = 3 };
enum { YES = 0, NOT_ANNOUNCED = 1, UNREACHABLE = 2 };

typedef struct {
    in_addr_t address;
    in_port_t port;
    uint16_t unused;
} Spot;

typedef struct {
    uint8_t magic[8];
    uint8_t token[TOKEN_BYTES];
    uint8_t kind, unused[7];
    Spot source, target, next;
} Request;

typedef struct {
    uint8_t status, unused[7];
    Spot spot;
} Reply;

static const uint8_t relay_magic[8] = {'R', 'W', 'R', 'E', 'L', 'A', 'Y', '1'};

static inline struct sockaddr_in socket_address(Spot spot) {
    const struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = spot.port, .sin_addr = {.s_addr = spot.address}};
    return to;
}

static inline Spot spot_of(const struct sockaddr_in* at) {
    const Spot spot = {.address = at->sin_addr.s_addr, .port = at->sin_port};
    return spot;
}

static inline int same_spot(Spot a, Spot b) { return a.address == b.address && a.port == b.port; }

/* A token is 32 hexadecimal digits; what is shorter or anything else is none. */
static inline int read_token(const char* text, uint8_t token[TOKEN_BYTES]) {
    static const char digits[] = "0123456789abcdef";
    for (int index = 0; index < 2 * TOKEN_BYTES; ++index) {
        const char* digit = text[index] ? strchr(digits, text[index]) : NULL;
        if (!digit) return 0;
        const unsigned high = index % 2 ? token[index / 2] * 16U : 0U;
        token[index / 2] = (uint8_t)(high + (unsigned)(digit - digits));
    }
    return 1;
}

#endif
