import type { ErrorCode } from './errors.js';

/** The meaning of each code, in English, for the OpenAPI documents and docs/errors.md. */
export const MEANINGS: Record<ErrorCode, string> = {
  malformed_json: 'The body is not valid JSON, or has a forbidden member such as `__proto__`.',
  body_invalid: 'The body is not a JSON object, or is nested more than 16 levels deep.',
  parameter_invalid: 'A parameter or field is out of range or of the wrong type; `fields` names it.',
  parameter_missing: 'A required field is absent, null, empty or blank; `fields` names it.',
  parameter_unknown:
    'With a test key: the body has an unknown member; `fields` names it, `detail` suggests the right name.',
  bad_request: 'The request is not valid HTTP, or its address cannot be decoded.',
  forbidden: 'The role of the login does not allow this; `x-roles` of the operation names those that do.',
  not_found: 'The address does not exist, or nothing of yours has this ID.',
  method_not_allowed: 'The address accepts another method; `Allow` names it.',
  request_timeout: 'The request took more than 10 seconds to arrive.',
  body_too_large: 'The body is over 16 KiB, or that of a hook over 256 KiB.',
  uri_too_long: 'The address or a part of its path is too long.',
  unsupported_media_type: '`Content-Type` must be `application/json` in UTF-8, without compression.',
  headers_too_large: 'The headers are over 16 KiB.',
  rate_limited:
    'Too many requests a minute: of the account (60 sends by default), or of the API key (`rate_per_minute`).',
  internal_error: 'A fault of the service, logged under `request_id`. A send may have gone out.',
  overloaded: 'The service is too busy. It did nothing.',
  unavailable: 'The database does not respond. A send may have gone out.',
  not_ready: '`/health/ready` only: the instance should get no requests.',
  idempotency_key_invalid: 'An Idempotency-Key is 1-255 printable ASCII characters.',
  idempotency_in_flight: 'The first request with this Idempotency-Key is still running.',
  idempotency_mismatch: 'This Idempotency-Key was used with another body or path.',
  api_key_missing: 'The header `Authorization` is absent or empty.',
  api_key_invalid:
    'The API key is unknown, inactive, expired, deleted, or not allowed from this address, or its account is suspended. Also: a user token, or another scheme.',
  operation_not_allowed: 'The `allowed_operations` of the API key exclude this operation.',
  token_missing: 'There is no user token in the header `Authorization` (on `/metrics`: no metrics token).',
  token_invalid:
    'The token is invalid or expired, or its session has ended (logout, new password, suspension).',
  username_invalid: 'A username is 3-32 letters, digits, dots, underscores or hyphens.',
  email_invalid: 'This is not an email address.',
  password_invalid: 'A password has 8-128 characters; the operator can require more.',
  password_common: 'The password is one of the first that attackers guess.',
  name_invalid: 'A name has 1-100 characters, without control characters.',
  username_taken: 'Another account has this username. Case does not matter.',
  email_taken: 'Another account has this email address. Case does not matter.',
  credentials_invalid: 'The username or the password is wrong.',
  password_wrong: '`current_password` is wrong.',
  current_password_required: 'The last login is over ten minutes old: add `current_password`.',
  recent_login_required:
    'The last login is over ten minutes old, and the account has no password: log in again.',
  second_factor_required:
    'The password is right. Send `challenge` and a code to `POST /api/auth/login/second-factor` within `expires_in` seconds.',
  challenge_invalid: 'The challenge is unknown or expired. Log in again.',
  second_factor_wrong: 'The code is wrong, used or expired.',
  second_factor_locked: '100 wrong codes in a row: only a recovery code or an administrator helps.',
  second_factor_enabled: 'The account has a second factor already.',
  second_factor_disabled: 'The account has no second factor.',
  second_factor_enrolment_required:
    '`ADMIN_MFA=required`: administrators enrol a second factor before anything else.',
  account_suspended: 'The account is suspended. Only a caller with the right password gets this code.',
  account_closed: 'An administrator has closed the account: it cannot be opened again.',
  google_token_required: 'A login with Google needs an `id_token`.',
  google_token_invalid: 'The `id_token` does not prove the identity in the body.',
  google_unavailable: 'The service cannot fetch the keys of Google.',
  google_disabled: 'The operator has not enabled logins with Google.',
  google_email_conflict: 'The address belongs to an account with a password: log in with the password.',
  api_key_limit: 'The account has 50 live API keys, the maximum.',
  api_key_not_live: 'The API key is inactive or expired, and cannot be rotated.',
  registration_closed: 'The service accepts no new accounts, or only with an invitation.',
  invitation_invalid: 'The invitation is unknown, used, expired or revoked, or for another email address.',
  reset_token_invalid: 'The reset token is unknown, used, expired or replaced by a newer one.',
  email_unverified: 'Verify the email address first (for live keys, top-ups and invitations).',
  email_already_verified: 'The email address of the account is verified already.',
  verification_token_invalid:
    'The token is unknown, used, expired, replaced by a newer one, or of another account.',
  phone_invalid: 'This is not an Indonesian mobile number (`08…` or `628…`, 10-15 digits).',
  company_name_too_long: 'A company name has at most 20 characters.',
  company_name_invalid:
    'The company name has a link, a phone, hidden characters or mixed scripts, or is a brand that the account may not use.',
  otp_code_invalid: 'A code is 4-10 digits, in a string.',
  external_id_invalid:
    'An `external_id` is 1-64 printable ASCII characters, without a phone and without the code.',
  metadata_invalid:
    'Metadata is at most 10 pairs of strings (name 40, value 200 characters), without a phone and without the code.',
  channels_invalid:
    '`channels` is a list of `whatsapp`, `sms` and `telegram`, each at most once. One of them must accept the code: Telegram takes at most 8 digits.',
  not_on_whatsapp_limited:
    'Too many sends of the account went to numbers without WhatsApp: 20 within 10 minutes, or 30 % of at least 20 sends.',
  recipient_restricted:
    'The owner of the phone asked the operator for a restriction ([privacy](privacy.md#restriction)). Nothing was charged.',
  verification_blocked:
    'A rule of the account takes the send for fraud, or the phone is on a block list; `reasons` says which. Nothing was charged. A rule blocks for an hour at first, a day at most.',
  recipient_limited:
    'Too many messages to this phone: 5 sends of the account within 10 minutes, or 20 an hour of all accounts.',
  daily_cap_reached: 'The API key, together with its rotations, has used its `daily_cap`.',
  spend_cap_reached:
    'The message would exceed the `spend_cap` of the account or API key; `cap` says which. The next day begins at `ends_at`.',
  insufficient_credit: 'The balance is below the price of a message; `credit_balance` shows it.',
  duplicate:
    'The account sent this code to this phone within the last 5 minutes. `status` and `message_id` are those of that message.',
  no_device:
    'No device of the channel can send at the moment; `detail` names the channels. It costs nothing.',
  gateway_error:
    'Provably not sent, and refunded. `reason` says why, `error_message` has the words of the gateway.',
  gateway_unknown: 'The outcome is unknown: the message may have been sent. The service keeps checking.',
  hook_unavailable:
    'Replaces `insufficient_credit`, `daily_cap_reached`, `spend_cap_reached`, `not_on_whatsapp_limited`, `no_device` and `gateway_error` for users of auth servers. The log has the cause.',
  check_limited: 'Too many wrong codes for this message or phone. The correct code is rejected too.',
  phone_mismatch: 'A resend needs the phone of the verification.',
  verification_over: 'The verification has ended. Only one check gets `approved`.',
  resend_limit: 'The verification was resent five times, the maximum.',
  resend_in_flight: 'A code of the verification is still being sent. Nothing was charged for another.',
  signature_invalid: 'The signature is wrong or too old.',
  callback_invalid: 'The body is not a callback of this gateway.',
  webhook_url_invalid: 'A webhook URL is public https on an allowed port, without credentials.',
  webhook_limit: 'The account has 5 webhooks, the maximum by default.',
  webhook_inactive: 'The webhook is off: activate it before a test or a replay.',
  view_read_only: 'Read-only administrator session: nothing can be changed, and some data is hidden.',
  view_not_open: 'The read-only session for this account has not begun, or has expired.',
  last_owner: 'The last owner of an account cannot leave, be removed or get another role.',
  member_limit: 'The account has as many members and open invitations as allowed (50).',
  top_up_limit: 'The account has as many open top-up requests as allowed.',
  privacy_request_decided:
    'The request was completed, declined or lifted already. Only a completed restriction can be lifted.',
  top_up_decided: 'The top-up request is confirmed, declined or cancelled already.',
  payment_failed:
    'The payment provider rejected the payment or did not respond in time. Nothing can be paid. The log has the reason.',
  rate_card_invalid: 'The text is not a rate card of Meta in that currency; `detail` names the line.',
  picture_invalid: 'The picture is not a PNG or JPEG of at most 128 KiB in base64.',
  balance_negative: 'The balance would fall below 0.',
  own_account: 'Administrators cannot do this to their own account.',
  last_admin: 'The last active operator cannot be demoted or suspended.',
  device_name_taken: 'Another device has this name.',
  device_token_required: '`base_url` is on another server: send the `token` for it too.',
  device_changed: 'The device changed at the same time. Read it again.',
  device_in_use: 'The device has sent messages. Deactivate it instead.',
  templates_unsupported: 'The driver of the device has no templates that a gateway approves.',
  template_refused:
    'The gateway rejected the template or was not reached: it was not created. `error_message` has its words.',
  template_unknown:
    'The response of the gateway was unclear. List the templates before you create one again.',
};
