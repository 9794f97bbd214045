// What the software device is told to be: RANKWISE_DEVICE_SOFTWARE=h2d=2GB/s,d2h=2GB/s,d2d=8GB/s,latency=8us,count=2
#pragma once

#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

#include "../../measure/engine/cuda_driver.h"

namespace rw::device {

enum class Engine { to_device, to_host, within };

struct Options {
    double to_device_bytes_per_s = 2e9;
    double to_host_bytes_per_s = 2e9;
    double within_bytes_per_s = 8e9;  // on a device, and between devices
    double latency_s = 8e-6;          // from the call to the first byte, where nothing is under way
    double memory_bytes = 16e9;       // of each device
    int count = 2;
    int compute_mode = CU_COMPUTEMODE_DEFAULT;

    [[nodiscard]] double rate_bytes_per_s(Engine engine) const {
        if (engine == Engine::to_device) return to_device_bytes_per_s;
        return engine == Engine::to_host ? to_host_bytes_per_s : within_bytes_per_s;
    }

    // Throws std::runtime_error that names the word which it does not understand.
    static Options parse(const std::string& text) {
        Options options;
        std::istringstream list(text);
        std::string word;
        while (std::getline(list, word, ',')) options.take(word);
        return options;
    }

private:
    void take(const std::string& word) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) throw std::runtime_error("'" + word + "' has no value");
        const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
        if (name == "h2d") to_device_bytes_per_s = number(name, value, "B/s");
        else if (name == "d2h") to_host_bytes_per_s = number(name, value, "B/s");
        else if (name == "d2d") within_bytes_per_s = number(name, value, "B/s");
        else if (name == "latency") latency_s = number(name, value, "s");
        else if (name == "memory") memory_bytes = number(name, value, "B");
        else if (name == "count") count = static_cast<int>(number(name, value, ""));
        else if (name == "mode") compute_mode = mode(value);
        else throw std::runtime_error("unknown option '" + name + "'");
    }

    static int mode(const std::string& value) {
        if (value == "default") return CU_COMPUTEMODE_DEFAULT;
        if (value == "exclusive") return CU_COMPUTEMODE_EXCLUSIVE_PROCESS;
        if (value == "prohibited") return CU_COMPUTEMODE_PROHIBITED;
        throw std::runtime_error("unknown mode '" + value + "' (default, exclusive, prohibited)");
    }

    // A number with its unit and a prefix to that: 8us, 2GB/s.
    static double number(const std::string& name, const std::string& value, const std::string& unit) {
        char* end = nullptr;
        const double plain = std::strtod(value.c_str(), &end);
        std::string rest(end);
        const bool has_unit = rest.size() >= unit.size() && rest.ends_with(unit);
        if (has_unit) rest.resize(rest.size() - unit.size());
        double factor = 1.0;
        if (rest == "n") factor = 1e-9;
        else if (rest == "u") factor = 1e-6;
        else if (rest == "m") factor = 1e-3;
        else if (rest == "K" || rest == "k") factor = 1e3;
        else if (rest == "M") factor = 1e6;
        else if (rest == "G") factor = 1e9;
        else if (!rest.empty()) factor = -1.0;
        if (end == value.c_str() || !has_unit || factor < 0 || plain < 0 || (plain == 0 && unit == "B/s"))
            throw std::runtime_error(name + " '" + value + "' is no number" + (unit.empty() ? "" : " of " + unit));
        return plain * factor;
    }
};

}  // namespace rw::device
