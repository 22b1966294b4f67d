import assert from 'node:assert/strict'
import fc from 'fast-check'
import { checkEndpointUrl, type UrlRefusal } from '#platform/endpoint-url.ts'

const noHosts = { privateHosts: new Set<string>() }

function reasonOf(text: string, hosts = noHosts): UrlRefusal | 'accepted' {
  const checked = checkEndpointUrl(text, hosts)
  return checked.ok ? 'accepted' : checked.reason
}

describe('webhooks: the address of an endpoint', () => {
  const accepted: Readonly<Record<string, string>> = {
    'https://shop.example.bj/hooks': 'https://shop.example.bj/hooks',
    'HTTPS://Shop.Example.BJ': 'https://shop.example.bj/',
    'https://shop.example.bj:443/': 'https://shop.example.bj/',
    'https://shop.example.bj:/': 'https://shop.example.bj/',
    'https://shop.example.bj:1024/': 'https://shop.example.bj:1024/',
    'https://shop.example.bj:65535/': 'https://shop.example.bj:65535/',
    'https://shop.example.bj./a': 'https://shop.example.bj/a',
    'https://shop.example.bj/a?b=c#d': 'https://shop.example.bj/a?b=c',
    'https://shop.example.bj/@me': 'https://shop.example.bj/@me',
    'https://shop.example.bj/?to=a@b': 'https://shop.example.bj/?to=a@b',
    'https://Bücher.example/': 'https://xn--bcher-kva.example/',
    'https://ｓｈｏｐ.example/': 'https://shop.example/',
    'https://my_shop.example/': 'https://my_shop.example/',
    'https://localhost.example/': 'https://localhost.example/',
    'https://notlocalhost/': 'https://notlocalhost/',
    'https://8.8.8.8/': 'https://8.8.8.8/',
    'https://[2a00:1450:4007:080d::200E]/': 'https://[2a00:1450:4007:80d::200e]/',
  }
  for (const [text, url] of Object.entries(accepted)) {
    it(`${text} is stored as ${url}`, () => {
      const checked = checkEndpointUrl(text, noHosts)
      assert.equal(checked.ok && checked.url, url)
      assert.deepEqual(checkEndpointUrl(url, noHosts), checked)
    })
  }

  const refused: Readonly<Record<UrlRefusal, readonly string[]>> = {
    not_https: [
      '',
      'shop.example.bj',
      '//shop.example.bj',
      'http://shop.example.bj',
      'ftp://a.bj',
      'https:shop.example.bj',
      'https:/shop.example.bj',
      'javascript:alert(1)',
      'file:///etc/x',
      'wss://shop.example.bj',
      'data:text/plain,x',
      'view-source:https://a.bj',
      'httpsx://a.bj',
    ],
    malformed: [
      ' https://shop.example.bj',
      'https://shop.example.bj ',
      'https://shop.ex\tample.bj',
      'https://shop.example.bj\n',
      'https://shop\r\n.example.bj',
      'https://a.bj/\u0000',
      'https://a.bj/\u007f',
      'https://a.bj/\u0085',
      'https://a.bj/\u00a0',
      'https://a.bj/\u3000',
      'https:\\\\a.bj',
      'https://a.bj\\@b.bj',
      'https://a.bj/\\',
      'https://a.bj/\ud83d',
      'https://',
      'https:///',
      'https:///a.bj',
      'https://?a',
      'https://#a',
      'https://.',
      'https://a..bj',
      'https://.a.bj',
      'https://a.bj..',
      'https://-a.bj',
      'https://a-.bj',
      'https://a*b.bj',
      'https://a%00b.bj',
      'https://a%20b.bj',
      'https://%zz.bj',
      'https://a!b',
      'https://[::1',
      'https://::1/',
      'https://[1.2.3.4]/',
      'https://[::1%25lo]/',
      'https://[v1.a]',
      'https://1.2.3.4.5/',
      'https://256.1.1.1/',
      'https://0x100000000/',
      'https://foo.1/',
      'https://a.bj:x/',
      'https://a.bj:65536/',
      'https://a.bj:-1/',
      `https://${'a'.repeat(64)}.bj/`,
      `https://${'a.'.repeat(126)}bj/`,
    ],
    has_credentials: [
      'https://u@a.bj',
      'https://u:p@a.bj',
      'https://:p@a.bj',
      'https://:@a.bj',
      'https://@a.bj',
      'https://8.8.8.8@a.bj',
      'https://a.bj@127.0.0.1',
      'https://u%40b@a.bj',
    ],
    port_refused: [0, 1, 22, 25, 80, 442, 444, 1023].map((port) => `https://a.bj:${port}/`),
    private_address: [
      'https://localhost',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://a.localhost',
      'https://a.b.LocalHost.',
      'https://%6cocalhost',
      'https://ｌｏｃａｌｈｏｓｔ',
      'https://ⓛocalhost',
      'https://loca\u00adlhost/',
      'https://localhost:8443',
      'https://LOCALHOST%2e/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://127.1/',
      'https://①②⑦.0.0.1/',
      'https://127。0。0。1/',
      'https://127.0.0.1./',
      'https://0/',
      'https://[::]/',
      'https://[::1]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[::7f00:1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::127.0.0.1]/',
      'https://[64:ff9b::10.0.0.1]/',
      'https://[2002:7f00:1::]/',
      'https://[2001:0:1::1]/',
      'https://[fe80::1]:8443/',
      'https://169.254.169.254/latest',
      'https://[fd00:ec2::254]/',
      'https://[ff02::1]/',
    ],
    too_long: [`https://a.bj/${'x'.repeat(2048)}`, `https://a.bj/${'é'.repeat(1000)}`],
  }
  for (const [reason, texts] of Object.entries(refused)) {
    for (const text of texts) {
      it(`${JSON.stringify(text).slice(0, 60)} is refused: ${reason}`, () => {
        assert.equal(reasonOf(text), reason)
      })
    }
  }

  it('2048 characters are not too long', () => {
    const start = 'https://a.bj/'
    assert.equal(reasonOf(start + 'x'.repeat(2048 - start.length)), 'accepted')
    assert.equal(reasonOf(start + 'x'.repeat(2049 - start.length)), 'too_long')
  })

  it('a listed host and port passes, and no other port, host or scheme with it', () => {
    const hosts = { privateHosts: new Set(['localhost:8443', '[::1]:8443', '10.0.0.5:443']) }
    for (const url of ['https://LOCALHOST.:8443/a', 'https://[0::1]:8443/', 'https://10.0.0.5/']) {
      const checked = checkEndpointUrl(url, hosts)
      assert.ok(checked.ok && checked.isListed, url)
    }
    for (const url of [
      'https://localhost/',
      'https://localhost:8444/',
      'https://a.localhost:8443/',
    ]) {
      assert.equal(reasonOf(url, hosts), 'private_address')
    }
    assert.equal(reasonOf('http://localhost:8443/', hosts), 'not_https')
    assert.equal(reasonOf('https://u@localhost:8443/', hosts), 'has_credentials')
    const other = checkEndpointUrl('https://shop.example.bj:8443/', hosts)
    assert.ok(other.ok && !other.isListed)
  })

  it('what is accepted is https, without credentials, and accepted again as it was stored', () => {
    const hosts = fc.oneof(
      fc.domain(),
      fc.ipV4Extended(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.string(),
    )
    const texts = fc
      .tuple(hosts, fc.option(fc.nat(70_000)), fc.webPath(), fc.string({ unit: 'binary' }))
      .map(
        ([host, port, path, query]) =>
          `https://${host}${port === null ? '' : `:${port}`}${path}?${query}`,
      )
    fc.assert(
      fc.property(fc.oneof(texts, fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        const checked = checkEndpointUrl(text, noHosts)
        if (!checked.ok) return
        const url = new URL(checked.url)
        assert.deepEqual(
          [url.protocol, url.username, url.password, url.hash],
          ['https:', '', '', ''],
        )
        assert.ok(checked.port === 443 || checked.port >= 1024)
        assert.deepEqual(checkEndpointUrl(checked.url, noHosts), checked)
      }),
      { numRuns: 3000 },
    )
  })
})
