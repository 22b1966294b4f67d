import assert from 'node:assert/strict'
import { agentName } from '#domain/text/agent-name.ts'

describe('what people call the program behind an agent', () => {
  const names: Readonly<Record<string, string | null>> = {
    'Firefox sur Android': 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0',
    'Chrome sur Windows':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Edge sur Windows':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0',
    'Safari sur iOS':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari sur macOS':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Samsung Internet sur Android':
      'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'curl/8.5.0': 'curl/8.5.0',
    'Appareil inconnu': null,
  }

  it('is told by name and system, and as it is where it is none that we know, shortened', () => {
    for (const [name, agent] of Object.entries(names)) assert.equal(agentName(agent), name)
    assert.equal(agentName(' '), 'Appareil inconnu')
    assert.equal(agentName('x'.repeat(200)).length, 41)
  })
})
