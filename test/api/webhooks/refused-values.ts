/** Addresses that no webhook may have (docs/webhooks.md#addresses). */
export const urls: readonly unknown[] = [
  ['', 'shop.example.bj', 'http://shop.example.bj', 'HTTP://shop.example.bj', 'ftp://a.bj'],
  ['https://', 'https:shop.example.bj', ' https://a.bj', 'https://a.bj\n', 'https://a.bj\u0000'],
  ['https://user:password@a.bj', 'https://user@a.bj', 'https://@a.bj'],
  ['https://a.bj:80', 'https://a.bj:22', 'https://a.bj:1023', 'https://a.bj:0'],
  ['https://a.bj:65536', 'https://localhost', 'https://LOCALHOST.', 'https://api.localhost'],
  ['https://127.0.0.1', 'https://127.1', 'https://2130706433', 'https://0x7f000001'],
  ['https://0177.0.0.1', 'https://0', 'https://10.1.2.3', 'https://172.16.0.1'],
  ['https://172.31.255.255', 'https://192.168.1.1', 'https://169.254.169.254/latest'],
  ['https://100.64.0.1', 'https://224.0.0.1', 'https://[::1]', 'https://[::]'],
  ['https://[fe80::1]', 'https://[fd00::1]', 'https://[::ffff:10.0.0.1]'],
  ['https://[64:ff9b::7f00:1]', `https://a.bj/${'x'.repeat(2048)}`],
  [5, null, true, ['https://a.bj'], { href: 'https://a.bj' }],
].flat()

/** Subscriptions that no webhook may have (docs/webhooks.md#subscriptions). */
export const eventLists: readonly unknown[] = [
  [[], ['payment.success', 'payment.success'], ['*', 'payment.success'], ['*', '*']],
  [['payment.*'], ['payment'], ['Payment.Success'], [''], ['toString'], ['**'], [5], [null]],
  [[['*']], '*', 'payment.success', null, true, {}, { 0: '*' }],
  [Array.from({ length: 51 }, (_, at) => `payment.${at}`)],
].flat()
