"""Amounts are numbers in units of their currency: 1000 is 1000 XOF, 12.5 is 12.50 EUR."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Union

from .errors import InvalidAmountError

_decimals_else = {"XOF": 0, "XAF": 0, "GNF": 0, "TND": 3}
_decimals_usual = 2
#: More minor units than this are not exact in every reader of JSON.
_minor_max = 2**53 - 1

Amount = Union[int, float]


def decimals_of(currency: str) -> int:
    """Number of decimals of a currency: 0 for XOF, 2 for EUR."""
    return _decimals_else.get(currency, _decimals_usual)


def from_minor(minor: int, currency: str) -> Amount:
    """Converts minor units to the API's amount: 1250 of EUR is 12.5, 1000 of XOF is 1000."""
    return checked_amount(Decimal(minor).scaleb(-decimals_of(currency)), currency)


def to_minor(amount: Union[Amount, Decimal], currency: str) -> int:
    """Converts the API's amount to minor units: 12.5 EUR is 1250. Raises InvalidAmountError."""
    exact = Decimal(repr(checked_amount(amount, currency)))
    return int(exact.scaleb(decimals_of(currency)))


def _decimal_of(amount: Amount) -> Decimal:
    """The shortest decimal of a float; kinds of numbers of other packages, such as NumPy's, print themselves otherwise."""
    return Decimal(float.__repr__(amount)) if isinstance(amount, float) else Decimal(int(amount))


def checked_amount(amount: Any, currency: str) -> Amount:
    """The amount as a JSON number; accepts Decimal. Raises InvalidAmountError if it is not valid in this currency."""
    decimals = decimals_of(currency)
    if isinstance(amount, (int, float, Decimal)) and not isinstance(amount, bool):
        exact = amount if isinstance(amount, Decimal) else _decimal_of(amount)
        is_exact = exact.is_finite() and 0 < exact <= Decimal(_minor_max).scaleb(-decimals)
        if is_exact and exact == round(exact, decimals):
            return int(exact) if exact == int(exact) else float(exact)
    text = ", not text," if isinstance(amount, str) else ""
    most = f"with at most {decimals} decimals" if decimals else "without decimals"
    raise InvalidAmountError(
        f"{amount!r} is no amount of {currency}: give a number{text} above 0 {most}, in the unit of the currency. "
        "Compute with Decimal or in minor units, and convert once, by from_minor."
    )
