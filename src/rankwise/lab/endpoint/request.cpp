#include "request.hpp"

#include "system.hpp"

#include <cstdint>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lab {

namespace {

sockaddr_un address_of(int folder, const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder) + "/" + name;
    if (path.size() >= sizeof address.sun_path) throw std::runtime_error("the name '" + name + "' is too long");
    path.copy(address.sun_path, path.size());
    return address;
}

void write_all(int fd, const char* data, size_t size) {
    while (size > 0) {
        const ssize_t n = check(send(fd, data, size, MSG_NOSIGNAL), "send");
        data += n;
        size -= static_cast<size_t>(n);
    }
}

void append(std::string& text, const std::vector<std::string>& words) {
    text += std::to_string(words.size()) + '\0';
    for (const auto& word : words) text += word + '\0';
}

class Words {
public:
    explicit Words(const std::string& text) : text_(text) {}
    std::string next() {
        const size_t end = text_.find('\0', at_);
        if (end == std::string::npos) throw std::runtime_error("a request was cut short");
        std::string word = text_.substr(at_, end - at_);
        at_ = end + 1;
        return word;
    }
    std::vector<std::string> list() {
        std::vector<std::string> words(std::stoul(next()));
        for (auto& word : words) word = next();
        return words;
    }

private:
    const std::string& text_;
    size_t at_ = 0;
};

}  // namespace

int connect_to(const std::string& folder, const std::string& name) {
    const Fd dir(check(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC), "open " + folder));
    Fd fd(check(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket"));
    const sockaddr_un address = address_of(dir.get(), name);
    if (connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) < 0) {
        if (errno == ENOENT) throw std::runtime_error("there is no endpoint '" + name + "' in this lab");
        if (errno == ECONNREFUSED) throw std::runtime_error("endpoint '" + name + "' is gone; take the lab down");
        fail("reach endpoint '" + name + "'");
    }
    return fd.release();
}

int listen_at(const std::string& folder, const std::string& name) {
    const Fd dir(check(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC), "open " + folder));
    Fd fd(check(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket"));
    const sockaddr_un address = address_of(dir.get(), name);
    check(bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), "bind " + name);
    check(listen(fd.get(), 64), "listen");
    return fd.release();
}

void send_request(int socket, const Request& request, const std::array<int, 3>& streams) {
    std::string text = request.folder + '\0';
    append(text, request.command);
    append(text, request.environment);
    uint32_t size = static_cast<uint32_t>(text.size());
    iovec part{&size, sizeof size};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * 3)> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * 3);
    std::memcpy(CMSG_DATA(header), streams.data(), sizeof(int) * 3);
    check(sendmsg(socket, &message, MSG_NOSIGNAL), "send");
    write_all(socket, text.data(), text.size());
}

Request receive_request(int socket, std::array<int, 3>& streams) {
    uint32_t size = 0;
    iovec part{&size, sizeof size};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * 3)> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (check(recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL), "receive") != sizeof size)
        throw std::runtime_error("a request was cut short");
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header == nullptr || header->cmsg_len != CMSG_LEN(sizeof(int) * 3))
        throw std::runtime_error("a request came without its streams");
    std::memcpy(streams.data(), CMSG_DATA(header), sizeof(int) * 3);
    std::string text(size, '\0');
    if (check(recv(socket, text.data(), size, MSG_WAITALL), "receive") != static_cast<ssize_t>(size))
        throw std::runtime_error("a request was cut short");
    Words words(text);
    Request request;
    request.folder = words.next();
    request.command = words.list();
    request.environment = words.list();
    return request;
}

}  // namespace lab
