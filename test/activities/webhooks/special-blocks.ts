/** The IANA special-purpose registries and multicast, written down for the tests on their own. */
export const specialIpv4Blocks: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
  '168.63.129.16/32',
]

export const specialIpv6Blocks: readonly string[] = [
  '::/128',
  '::1/128',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

export interface Block {
  readonly first: bigint
  readonly last: bigint
}

/** First and last address of `10.0.0.0/8`, as numbers. */
export function ipv4Block(text: string): Block {
  const [address = '', bits = '32'] = text.split('/')
  const first = address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  return { first, last: first + (1n << BigInt(32 - Number(bits))) - 1n }
}

export function ipv6Block(text: string): Block {
  const [address = '', bits = '128'] = text.split('/')
  const first = ipv6Number(address)
  return { first, last: first + (1n << BigInt(128 - Number(bits))) - 1n }
}

export function ipv4Text(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.')
}

export function ipv6Text(number: bigint): string {
  const parts = Array.from(
    { length: 8 },
    (_, index) => (number >> BigInt(112 - 16 * index)) & 0xffffn,
  )
  return parts.map((part) => part.toString(16)).join(':')
}

/** Every way found to write or wrap an IPv4 address in an IPv6 one. */
export function ipv6Wrappings(ipv4: bigint): readonly string[] {
  const dotted = ipv4Text(ipv4)
  const hex = `${(ipv4 >> 16n).toString(16)}:${(ipv4 & 0xffffn).toString(16)}`
  const turned = ipv4 ^ 0xffffffffn
  const turnedHex = `${(turned >> 16n).toString(16)}:${(turned & 0xffffn).toString(16)}`
  return [
    `::ffff:${dotted}`,
    `::ffff:${hex}`,
    `0:0:0:0:0:FFFF:${hex}`,
    `::${dotted}`,
    `::${hex}`,
    `::ffff:0:${dotted}`,
    `64:ff9b::${dotted}`,
    `64:ff9b:1::${hex}`,
    `64:ff9b:1:ffff::${dotted}`,
    `2002:${hex}::`,
    `2002:${hex}:1:2:3:4:5`,
    `2001:0:4136:e378:8000:63bf:${turnedHex}`,
    `2001:0:${hex}::1`,
    `fe80::5efe:${dotted}`,
    `2a00:1450:4007:80d:0:5efe:${hex}`,
    `2a00:1450:4007:80d:200:5efe:${hex}`,
  ]
}

/** Every way found to write an IPv4 address as the host of a URL. */
export function ipv4Spellings(ipv4: bigint): readonly string[] {
  const parts = ipv4Text(ipv4).split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const octal = (part: number) => `0${part.toString(8)}`
  const hex = (part: number) => `0x${part.toString(16)}`
  const wide = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  return [
    parts.join('.'),
    `${parts.join('.')}.`,
    ipv4.toString(),
    `0x${ipv4.toString(16)}`,
    octal(Number(ipv4)),
    parts.map(octal).join('.'),
    parts.map(hex).join('.'),
    parts.map((part) => `0x0000${part.toString(16).toUpperCase()}`).join('.'),
    `${a}.${b * 65536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    wide(parts.join('.')),
    parts.join('。'),
    parts.join('%2e'),
    wide(ipv4.toString()),
  ]
}

function ipv6Number(text: string): bigint {
  const [head = '', tail] = text.split('::')
  const parts = (side: string) => (side === '' ? [] : side.split(':'))
  const missing = tail === undefined ? 0 : 8 - parts(head).length - parts(tail).length
  const all = [...parts(head), ...Array.from({ length: missing }, () => '0'), ...parts(tail ?? '')]
  return all.reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n)
}
