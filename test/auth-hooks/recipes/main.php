<?php
// Calls the Laravel recipe as Laravel does, over stand-ins of the few things of Laravel that it uses.

namespace Illuminate\Notifications {
    class Notification
    {
        public string $id;
    }
}

namespace Illuminate\Support\Facades {
    class Http
    {
        private array $headers = ['Content-Type: application/json'];
        private int $status = 0;
        private string $body = '';

        public static function withToken(string $token): self
        {
            $request = new self();
            $request->headers[] = "Authorization: Bearer $token";
            return $request;
        }

        public function withHeaders(array $headers): self
        {
            foreach ($headers as $name => $value) {
                $this->headers[] = "$name: $value";
            }
            return $this;
        }

        public function post(string $url, array $data): self
        {
            $options = ['method' => 'POST', 'header' => $this->headers, 'content' => json_encode($data), 'ignore_errors' => true];
            $this->body = file_get_contents($url, false, stream_context_create(['http' => $options]));
            $this->status = (int) explode(' ', $http_response_header[0])[1];
            return $this;
        }

        public function throw(): self
        {
            if ($this->status >= 400) {
                throw new \RuntimeException("HTTP $this->status: $this->body");
            }
            return $this;
        }
    }
}

namespace {
    function config(string $key): string
    {
        return ['services.sandi.url' => getenv('SANDI_URL'), 'services.sandi.key' => getenv('SANDI_API_KEY')][$key];
    }

    require __DIR__ . '/snippet.php';

    $case = json_decode(stream_get_contents(STDIN), true);
    $notification = new class extends \Illuminate\Notifications\Notification {
        public array $case;

        public function toSandi(object $notifiable): array
        {
            return ['phone' => $notifiable->phone, 'otp_code' => $this->case['code'], 'company_name' => 'Toko Budi'];
        }
    };
    $notification->id = $case['id'];
    $notification->case = $case;
    try {
        (new \App\Notifications\SandiChannel())->send((object) ['phone' => $case['phone']], $notification);
        echo 'sent';
    } catch (\RuntimeException $error) {
        echo $error->getMessage();
    }
}
