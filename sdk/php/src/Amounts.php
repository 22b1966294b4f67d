<?php

declare(strict_types=1);

namespace PaymentService;

/** Amounts are numbers in units of their currency: 1000 is 1000 XOF, 12.5 is 12.50 EUR. */
final class Amounts
{
    private const DECIMALS_ELSE = ['XOF' => 0, 'XAF' => 0, 'GNF' => 0, 'TND' => 3];
    private const DECIMALS_USUAL = 2;
    /** More minor units than this are not exact in every reader of JSON. */
    private const MINOR_MAX = 2 ** 53 - 1;

    /** Number of decimals of a currency: 0 for XOF, 2 for EUR. */
    public static function decimalsOf(string $currency): int
    {
        return self::DECIMALS_ELSE[$currency] ?? self::DECIMALS_USUAL;
    }

    /** Converts minor units to the API's amount: 1250 of EUR is 12.5, 1000 of XOF is 1000. */
    public static function fromMinor(int $minor, string $currency): int|float
    {
        return self::checked($minor / 10 ** self::decimalsOf($currency), $currency);
    }

    /** Converts the API's amount to minor units: 12.5 EUR is 1250. */
    public static function toMinor(int|float $amount, string $currency): int
    {
        return (int) round(self::checked($amount, $currency) * 10 ** self::decimalsOf($currency));
    }

    /** Returns the amount, as int if whole. Throws InvalidAmountException if it is not valid in this currency. */
    public static function checked(mixed $amount, string $currency): int|float
    {
        $decimals = self::decimalsOf($currency);
        $isNumber = (is_int($amount) || is_float($amount)) && $amount > 0 && $amount <= self::MINOR_MAX / 10 ** $decimals;
        if ($isNumber && round($amount, $decimals) == $amount) {
            return $amount == (int) $amount ? (int) $amount : $amount;
        }
        $given = is_float($amount) && !is_finite($amount) ? (string) $amount : json_encode($amount);
        $text = is_string($amount) ? ', not text,' : '';
        $most = $decimals === 0 ? 'without decimals' : "with at most {$decimals} decimals";
        throw new InvalidAmountException(
            "{$given} is no amount of {$currency}: give a number{$text} above 0 {$most}, in the unit of the currency. "
            . 'Compute in minor units, and convert once, by fromMinor.',
        );
    }
}
