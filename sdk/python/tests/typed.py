"""Code that only pyright checks; nobody runs it. A `pyright: ignore` without an error to ignore is itself an error."""

from sandi import AsyncSandi, Sandi, test_numbers, webhooks
from sandi.errors import RecipientLimitedError


def login(sandi: Sandi) -> str | None:
    try:
        outcome = sandi.send(phone=test_numbers.DELIVERED, otp_code="482913", company_name="Toko Budi")
    except RecipientLimitedError as error:
        return str(error.retry_after)
    if outcome["status"] == "unknown":
        maybe: str | None = outcome["reference"]
        outcome["message_id"]  # pyright: ignore[reportGeneralTypeIssues]
        return maybe
    is_right: bool = sandi.check(phone=test_numbers.DELIVERED, otp_code="482913")
    return outcome["message_id"] if is_right else None


async def awaited(sandi: AsyncSandi) -> list[str]:
    found = await sandi.messages.search(phone=test_numbers.DELIVERED)
    made = await sandi.verifications.create(phone=test_numbers.DELIVERED, company_name="Toko Budi", code_length=5)
    await sandi.verifications.check(made["verification_id"], otp_code=482913)  # pyright: ignore[reportArgumentType]
    return [item["reference"] for item in found["items"]]


def received(headers: dict[str, str], body: bytes) -> str:
    return webhooks.verify(["whsec_AAAA"], headers, body)["type"]


Sandi("https://otp.example.com", "sandi_test_1").send(  # pyright: ignore[reportCallIssue]
    phone=test_numbers.DELIVERED, otp_code="482913"
)
