import type { ErrorCode } from '#domain/errors/errors.ts'

/** A card as its holder typed it. It exists only in memory, between a request and the acquirer. */
export interface Card {
  /** Digits only. */
  readonly number: string
  /** 1 to 12. */
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
  readonly cvc: string
}

export type CardNetwork = 'visa' | 'mastercard' | 'amex'

/** An error in a card, with the part that its holder must correct. */
export interface CardFault {
  readonly part: 'number' | 'exp_month' | 'exp_year' | 'cvc'
  readonly code: Extract<
    ErrorCode,
    'invalid_card_number' | 'unsupported_card_network' | 'expired_card' | 'invalid_card_cvc'
  >
}

/** 12 to 19 digits with a correct check digit (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(text: string): boolean {
  if (!/^\d{12,19}$/.test(text)) return false
  const sum = Array.from(text)
    .toReversed()
    .reduce((total, digit, at) => {
      const weighted = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return total + (weighted > 9 ? weighted - 9 : weighted)
    }, 0)
  return sum % 10 === 0
}

/** The network that issued the number; undefined for one that we do not accept. */
export function networkOf(number: string): CardNetwork | undefined {
  return factsOf(number)?.network
}

/** All errors of a card whose parts are well-formed. A card is valid until the end of its month, in UTC. */
export function cardFaults(card: Card, now: Date): CardFault[] {
  const facts = factsOf(card.number)
  const cvcLengths = facts ? [facts.cvcLength] : [3, 4]
  const faults: (CardFault | false)[] = [
    facts === undefined && { part: 'number', code: 'unsupported_card_network' },
    facts !== undefined &&
      !facts.lengths.includes(card.number.length) && {
        part: 'number',
        code: 'invalid_card_number',
      },
    isOver(card, now) && { part: overPart(card, now), code: 'expired_card' },
    !cvcLengths.includes(card.cvc.length) && { part: 'cvc', code: 'invalid_card_cvc' },
  ]
  return faults.filter((fault) => fault !== false)
}

/** The network's name as people write it: `Visa`. */
export function networkName(network: string): string {
  return networks.find((facts) => facts.network === network)?.name ?? network
}

interface NetworkFacts {
  readonly network: CardNetwork
  readonly name: string
  /** First and last prefix of each range, both with the same number of digits. */
  readonly starts: readonly (readonly [string, string])[]
  readonly lengths: readonly number[]
  readonly cvcLength: number
}

const networks: readonly NetworkFacts[] = [
  { network: 'visa', name: 'Visa', starts: [['4', '4']], lengths: [13, 16, 19], cvcLength: 3 },
  {
    network: 'mastercard',
    name: 'Mastercard',
    starts: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    cvcLength: 3,
  },
  {
    network: 'amex',
    name: 'American Express',
    starts: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
    cvcLength: 4,
  },
]

const longCvcLength = 4

/** Prefixes of the numbers whose security code has four digits. */
export const longCvcStarts: readonly string[] = networks
  .filter(({ cvcLength }) => cvcLength === longCvcLength)
  .flatMap(({ starts }) => starts.map(([first]) => first))

function factsOf(number: string): NetworkFacts | undefined {
  return networks.find(({ starts }) =>
    starts.some(([first, last]) => {
      const start = number.slice(0, first.length)
      return start >= first && start <= last
    }),
  )
}

function isOver({ expMonth, expYear }: Card, now: Date): boolean {
  return Date.UTC(expYear, expMonth) <= now.getTime()
}

/** The year if the year alone is past, else the month. */
function overPart({ expYear }: Card, now: Date): 'exp_month' | 'exp_year' {
  return expYear < now.getUTCFullYear() ? 'exp_year' : 'exp_month'
}
