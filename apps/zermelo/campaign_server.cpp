#include "campaign_server.h"

#include "http/listen.h"
#include "serve/problem.h"

namespace zermelo {

class CampaignServer::Answers final : public HttpAnswers {
public:
  explicit Answers(const CampaignService& service) : service_(service) {}

  Found find(const serve::Request& head) const override {
    Found found;
    // A stranger is told so at once: nothing that he sends is read.
    if (!service_.knows_token(head)) found.refusal = service_.answer(head);
    found.slow = CampaignService::brings_answer(head); // a proof is checked
    found.body_limit = found.slow ? CampaignService::most_answer : CampaignService::most_words;
    found.answer = [this](const serve::Request& r) { return service_.answer(r); };
    return found;
  }
  u64 most_body() const override { return CampaignService::most_answer; }
  serve::Metrics& metrics() const override { return metrics_; }

private:
  const CampaignService& service_;
  mutable serve::Metrics metrics_;
};

CampaignServer::CampaignServer(Campaign& campaign, const std::string& listen, const std::string& token, double lease_seconds,
                               std::function<bool()> ending, std::function<void(const std::string&)> on_note)
    : service_(std::make_unique<CampaignService>(campaign, token, lease_seconds)),
      answers_(std::make_unique<Answers>(*service_)) {
  service_->ending = std::move(ending);
  service_->on_note = std::move(on_note);
  ServerOptions options;
  parse_listen(listen, options);
  // Many workers may come from one address, and a large proof takes its time; the token keeps others out.
  options.limits = {.connections = 4096, .for_each_address = 2048, .rate = 1000, .burst = 4000};
  options.deadline = 300;
  options.most_slow = options.most_slow_each = options.most_slow_local = 2048;
  server_ = std::make_unique<HttpServer>(options, *answers_);
  thread_ = std::jthread([this] { server_->run([this] { return ended_.load(); }); });
}

CampaignServer::~CampaignServer() { ended_ = true; }

} // namespace zermelo
