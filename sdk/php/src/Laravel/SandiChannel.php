<?php

declare(strict_types=1);

namespace Sandi\Laravel;

use Illuminate\Notifications\Notification;
use LogicException;
use Sandi\Sandi;

/**
 * Sends notifications. `toSandi($notifiable)` of a notification returns the arguments of `Sandi::send()` by their
 * names; only `otp_code` is required. The default phone is `routeNotificationForSandi()` of the notifiable.
 */
final class SandiChannel
{
    public function __construct(private readonly Sandi $sandi, private readonly string $companyName)
    {
    }

    /** @return array<string, mixed> the outcome, which Laravel includes in its event `NotificationSent` */
    public function send(mixed $notifiable, Notification $notification): array
    {
        if (!method_exists($notification, 'toSandi')) {
            throw new LogicException($notification::class . ' has no toSandi().');
        }
        $message = $notification->toSandi($notifiable);
        $message['phone'] ??= $notifiable->routeNotificationFor('sandi', $notification)
            ?? throw new LogicException('Nobody says where ' . $notification::class . ' goes: routeNotificationForSandi() does.');
        $message['company_name'] ??= $this->companyName;
        // A retry of the queue has the same id, so nothing is sent twice.
        $message['idempotency_key'] ??= $notification->id;
        return $this->sandi->send(...$message);
    }
}
