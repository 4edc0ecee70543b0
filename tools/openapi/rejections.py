"""A check of `npm run openapi:fuzz`: which requests that fit the document may be answered with 400.

A schema cannot say these rules, or the service's data decides. Any other 400 means that the document is too wide.
"""

import schemathesis

# Failure codes that may answer any operation that documents them.
CODES = {
    # Further members of a body are not named `__proto__`.
    "malformed_json",
    # A name reads as a name in all texts of messages, in one script, and is nobody's protected brand.
    "company_name_invalid",
    # Characters are counted after normalization.
    "company_name_too_long",
    # Texts of the caller contain neither the code nor the phone number of the message.
    "external_id_invalid",
    "metadata_invalid",
    # The password is on a list.
    "password_common",
    # A stored password, code, token, link or phone number is another one.
    "password_wrong",
    "second_factor_wrong",
    "invitation_invalid",
    "reset_token_invalid",
    "verification_token_invalid",
    "google_token_required",
    "phone_mismatch",
    # The token moves to another server with `base_url`.
    "device_token_required",
    # The bytes are no picture.
    "picture_invalid",
    # The text is no rate card.
    "rate_card_invalid",
    # Webhooks may not have all addresses.
    "webhook_url_invalid",
}

# `fields` of `parameter_invalid` and `parameter_missing` by operation.
FIELDS = {
    # Exactly one of two query parameters.
    "listVerifications": {"external_id", "reference"},
    # The time lies in the future; ranges have the prefix of their family.
    "createApiKey": {"expires_at", "allowed_ips"},
    # Exactly one of two members.
    "addFraudNumber": {"phone", "prefix"},
    "addGeneralFraudNumber": {"phone", "prefix"},
    # A fallback takes two channels, fits into `ttl_seconds`, and does not go with `method: inbound`.
    "createVerification": {"fallback_after_seconds"},
    # A key that starts with `whsec_` is base64.
    "storeHookSigningKey": {"signing_key"},
    # URLs of gateways, secrets that sign, and what the driver takes.
    "createDevice": {"base_url", "webhook_secret", "check_number"},
    "updateDevice": {"base_url", "webhook_secret", "check_number"},
    # The time lies in the future, and no other price of the channel begins then.
    "setPrice": {"valid_from"},
    "setUserPrice": {"valid_from"},
    # The device is there, IDR has no rate, and a rate is above 0.
    "setCost": {"device_id"},
    "setRateCard": {"device_id"},
    "setCurrencyRate": {"currency", "rate"},
    # At most a year, in order.
    "getMargin": {"from", "to"},
    # A line shows something.
    "moveCredit": {"note"},
    # Names are readable in all texts of messages.
    "approveBrands": {"brands"},
    "reserveBrands": {"brands"},
}

# Further codes by operation.
BY_OPERATION = {
    # The paths of the query may lead nowhere in the body.
    "receiveHook": {"parameter_missing", "phone_invalid", "otp_code_invalid"},
    # The driver of the stored device reads the body.
    "receiveCallback": {"callback_invalid"},
}


@schemathesis.check
def rejection_has_a_reason(ctx, response, case):
    if response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    operation = case.operation.definition.raw.get("operationId")
    try:
        failure = response.json()
    except ValueError:
        failure = {}
    code = failure.get("code")
    if code in CODES | BY_OPERATION.get(operation, set()):
        return
    fields = set(failure.get("fields", []))
    reasons = FIELDS.get(operation, set())
    if operation == "updateDevice" and isinstance(case.body, dict):
        # The driver of the stored device decides which settings there are.
        reasons = reasons | {"settings"} | set(case.body.get("settings") or {})
    if code in ("parameter_invalid", "parameter_missing") and fields and fields <= reasons:
        return
    raise AssertionError(f"{operation} rejects what its schema allows: {code} {sorted(fields)} {failure.get('detail', '')}")
