/** Puts a stable word in the place of all that differs from run to run; the same id keeps its word within one answer. */
export type Mask = (text: string) => string

const uuid = String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g
const day = /(?<![\d-])\d{4}-\d\d-\d\d(?![\dT-])/g
const wireMoment = /(?<!\d)\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/g
const frenchDay = /(?<!\d)\d\d\/\d\d\/\d{4}(?: (?:à )?\d\d:\d\d)?/g
/** A moment in words, with the line breaks that its length has made; in JSON they are two characters. */
const gap = String.raw`(?:\\n|\s)+`
const weekdays = 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche'
const longMoment = new RegExp(
  String.raw`(?:${gap})?(?:${weekdays})${gap}\d+(?:er)?${gap}\p{L}+${gap}\d{4}(?:${gap}à)?${gap}\d\d:\d\d(?::\d\d)?`,
  'gu',
)
const shownPhone = /(\+229 01 9)\d \d\d(?= \d\d \d\d)/g
const receiptNumber = /(?<!\d)\d{8}-[0-9A-F]{12}(?![0-9A-F])/g
const idEnd = /(?<=Session )[0-9A-F]{12}(?![0-9A-F])/g
/** Of what our keys, tokens and codes are made. */
const secretFields =
  /"(receipt_token|token|invitation_code|secret|signing_secret|key|key_last4|secret_last4|activation_code|next_cursor)":"[^"]+"/g
/** Within a receipt of few columns, where lines end in the middle of them. */
const receiptCode = /\/(verification|factures)\/(?:\\n *)?(?:[\w-](?:\\n *)?){39}[\w-]/g
const brokenUuid =
  /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8})\\n *([0-9a-f]{4})/g
const nearDays = 40

/** A mask of one answer of the service at this address. */
export function createMask(baseUrl: string, requestId: string): Mask {
  const words = new Map([[`id ${requestId}`, '<request>']])
  const wordOf = (kind: string, value: string): string => {
    const known = words.get(`${kind} ${value}`)
    if (known !== undefined) return known
    const count = [...words.values()].filter((word) => word.startsWith(`<${kind} `)).length
    const word = `<${kind} ${count + 1}>`
    words.set(`${kind} ${value}`, word)
    return word
  }
  const rules: readonly (readonly [RegExp, (found: string, ...groups: string[]) => string])[] = [
    [new RegExp(baseUrl.replaceAll('.', String.raw`\.`), 'g'), () => '<base>'],
    [secretFields, (found, name) => `"${name}":"<${name}${sizeOf(found, name ?? '')}>"`],
    [
      /"recovery_codes":\[[^\]]+\]/g,
      (found) => `"recovery_codes":["<${found.split(',').length} codes>"]`,
    ],
    [/otpauth:\/\/[^"]+/g, () => '<otpauth address>'],
    [new RegExp(uuid, 'g'), (found) => wordOf('id', found)],
    [longMoment, () => ' <moment>'],
    [shownPhone, (_, start) => `${start}# ##`],
    [receiptNumber, () => '<receipt number>'],
    [idEnd, () => '<end of its id>'],
    [/[?&]cursor=[^ ]+/g, (found) => `${found.slice(0, 1)}cursor=<cursor>`],
    [
      /(?<![0-9a-f-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}(?![0-9a-f-])/g,
      (found) => wordOf('reference', found),
    ],
    [/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, () => '<digest>'],
    [/"code":"(?:\d{6}|[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})"/g, () => '"code":"<code>"'],
    [/receipt_token=[\w-]{22}/g, () => 'receipt_token=<receipt token>'],
    [/SBX-[0-9A-F]{12}/g, (found) => wordOf('operator reference', found)],
    [/CMD-[0-9a-f]{4}(?![0-9a-f])/g, (found) => wordOf('order', found)],
    [/BJ066\d{13}0042/g, (found) => wordOf('account', found)],
    [/namespaces\/test-[0-9a-f]+/g, () => 'namespaces/<namespace>'],
    [/"age_seconds":\d+/g, () => '"age_seconds":"<seconds>"'],
    [/"duration_ms":\d+/g, () => '"duration_ms":"<milliseconds>"'],
    [/"exp_year":\d{4}/g, () => '"exp_year":"<year>"'],
    [receiptCode, (_, page) => `/${page}/<code>`],
    [brokenUuid, (_, start, end) => wordOf('id', `${start}${end}`)],
    [/22901\d{8}/g, (found) => wordOf('phone', found)],
    [time, (found) => (isNear(found) ? '<time>' : found)],
    [day, (found) => (isNear(found) ? '<day>' : found)],
    [frenchDay, () => '<moment>'],
    [wireMoment, () => '<moment>'],
  ]
  return (text) => {
    let masked = text
    for (const [pattern, replace] of rules) masked = masked.replace(pattern, replace)
    return masked
  }
}

/** How long a secret is, which is part of the answer; nobody promises the length of a cursor. */
function sizeOf(found: string, name: string): string {
  if (name === 'next_cursor') return ''
  return ` of ${found.length - name.length - '"":""'.length}`
}

/** Of this run, and not of the arranged past. */
function isNear(text: string): boolean {
  return Math.abs(new Date(text).getTime() - Date.now()) < nearDays * 86_400_000
}
