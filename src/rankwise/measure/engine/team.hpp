// Threads of one rank that work at the same time: they sleep until called, and the caller is one of them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rw {

class Team {
public:
    using Job = std::function<void(int thread, int calls)>;

    Team(int threads, Job job) : job_(std::move(job)) {
        for (int thread = 1; thread < threads; ++thread) others_.emplace_back([this, thread] { serve(thread); });
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    Team(Team&&) = delete;
    Team& operator=(Team&&) = delete;
    ~Team() {
        {
            const std::scoped_lock lock(mutex_);
            over_ = true;
        }
        called_.notify_all();
        for (std::thread& other : others_) other.join();
    }

    // Every thread does `calls` of the job; returns when all have.
    void run(int calls) {
        {
            const std::scoped_lock lock(mutex_);
            calls_ = calls;
            working_ = others_.size();
            ++round_;
        }
        called_.notify_all();
        job_(0, calls);
        std::unique_lock lock(mutex_);
        finished_.wait(lock, [this] { return working_ == 0; });
    }

private:
    void serve(int thread) {
        for (std::size_t done = 0;;) {
            int calls = 0;
            {
                std::unique_lock lock(mutex_);
                called_.wait(lock, [&] { return over_ || round_ != done; });
                if (over_) return;
                done = round_;
                calls = calls_;
            }
            job_(thread, calls);
            const std::scoped_lock lock(mutex_);
            if (--working_ == 0) finished_.notify_one();
        }
    }

    Job job_;
    std::vector<std::thread> others_;
    std::mutex mutex_;
    std::condition_variable called_, finished_;
    std::size_t round_ = 0;
    std::size_t working_ = 0;
    int calls_ = 0;
    bool over_ = false;
};

}  // namespace rw
