#include "files.hpp"

#include "system.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace lab {

namespace {

namespace fs = std::filesystem;

void mount_new(const char* kind, const std::string& at, unsigned long flags, const std::string& options) {
    check(mount(kind, at.c_str(), kind, flags, options.c_str()), "mount " + std::string(kind) + " on " + at);
}

void bind(const std::string& from, const std::string& at) {
    check(mount(from.c_str(), at.c_str(), nullptr, MS_BIND | MS_REC, nullptr), "bind " + from + " to " + at);
}

// A root of its own: reads see the machine's files, writes stay in memory and end with the endpoint.
std::string build_root(const Settings& settings) {
    const std::string base = settings.new_root;
    mount_new("tmpfs", base, MS_NOSUID, "mode=755");
    for (const char* part : {"/upper", "/work", "/root"}) fs::create_directory(base + part);
    const std::string root = base + "/root";
    mount_new("overlay", root, 0, "lowerdir=/,upperdir=" + base + "/upper,workdir=" + base + "/work");
    bind("/dev", root + "/dev");
    mount_new("tmpfs", root + "/run", MS_NOSUID | MS_NODEV, "mode=755");
    return root;
}

void make_target(const std::string& source, const std::string& target, const std::string& root) {
    if (fs::exists(target)) return;
    const bool ours = !root.empty() || target.starts_with("/tmp/");
    if (!ours) throw std::runtime_error(target + " does not exist, and without a private root it cannot be made");
    if (fs::is_directory(source)) {
        fs::create_directories(target);
    } else {
        fs::create_directories(fs::path(target).parent_path());
        std::ofstream{target};
    }
}

// Paths are opened before they are hidden, so that they can be shown again at the same place.
struct Kept {
    std::string path;
    Fd fd;
};

std::vector<Kept> keep(const std::vector<std::string>& paths) {
    std::vector<Kept> kept;
    for (const auto& path : paths)
        kept.push_back({path, Fd(check(open(path.c_str(), O_PATH | O_CLOEXEC), "open " + path))});
    return kept;
}

// /sys/class/net shows the network of whoever mounted it: libraries look there for interfaces. Control groups are
// mounts below /sys and are shown again on top of the new one.
void show_devices(const std::string& root) {
    const Fd groups(open("/sys/fs/cgroup", O_PATH | O_CLOEXEC));
    const std::string at = root + "/sys";
    if (mount("sysfs", at.c_str(), "sysfs", MS_NOSUID | MS_NOEXEC | MS_NODEV, nullptr) < 0) {
        // An ordinary user inside a container may not mount it; the machine's own is better than none.
        if (!root.empty()) bind("/sys", at);
        return;
    }
    if (groups) bind("/proc/self/fd/" + std::to_string(groups.get()), at + "/fs/cgroup");
}

}  // namespace

void arrange_files(const Settings& settings) {
    check(mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "make mounts private");
    if (settings.keeper) {
        mount_new("proc", "/proc", MS_NOSUID | MS_NOEXEC | MS_NODEV, "");
        return;
    }
    const auto shares = keep(settings.shares);
    std::vector<std::string> sources;
    for (const auto& [inside, source] : settings.files) sources.push_back(source);
    const auto files = keep(sources);
    const Fd hosts(check(open(settings.hosts.c_str(), O_PATH | O_CLOEXEC), "open " + settings.hosts));

    const std::string root = settings.new_root.empty() ? "" : build_root(settings);
    show_devices(root);
    for (const auto& folder : settings.hidden) mount_new("tmpfs", root + folder, MS_NOSUID | MS_NODEV, "mode=755");
    mount_new("tmpfs", root + "/tmp", MS_NOSUID | MS_NODEV, "mode=1777");
    mount_new("tmpfs", root + "/dev/shm", MS_NOSUID | MS_NODEV,
              "mode=1777,size=" + std::to_string(settings.shared_memory_bytes));
    for (const auto& [path, fd] : shares) {
        fs::create_directories(root + path);
        bind("/proc/self/fd/" + std::to_string(fd.get()), root + path);
    }
    for (size_t i = 0; i < files.size(); ++i) {
        const std::string target = root + settings.files[i].first;
        const std::string source = "/proc/self/fd/" + std::to_string(files[i].fd.get());
        make_target(source, target, root);
        bind(source, target);
    }
    bind("/proc/self/fd/" + std::to_string(hosts.get()), root + "/etc/hosts");
    mount_new("proc", root + "/proc", MS_NOSUID | MS_NOEXEC | MS_NODEV, "");
    if (root.empty()) return;
    check(chdir(root.c_str()), "enter the private root");
    check(syscall(SYS_pivot_root, ".", "."), "pivot_root");
    check(umount2(".", MNT_DETACH), "leave the old root");
    check(chdir("/"), "chdir /");
}

}  // namespace lab
