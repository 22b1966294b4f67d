import assert from 'node:assert/strict'
import { temporalArguments } from '#dev/temporal-server.ts'
import { parseTemporalSettings, readTemporalSettings } from '#dev/temporal-settings.ts'

const good = `
namespace: default
ip: 127.0.0.1
port: 7233
ui_port: 8233
database: temporal.db
retention_days: 7
log_level: error
sqlite: { journal_mode: wal }
search_attributes: { Provider: Keyword }
dynamic_config: { history.transferProcessorMaxPollRPS: 1000, some.text: word }
`

describe('temporal-dev.yml', () => {
  it('registers the search attributes of the contract, and none called Mode', () => {
    const { searchAttributes } = readTemporalSettings()
    const names = ['PaymentMode', 'Provider', 'Reference', 'ServiceEnv', 'TransactionStatus']
    assert.deepEqual(Object.keys(searchAttributes).toSorted(), names)
  })

  it('listens on the ports of the contract', () => {
    const { port, uiPort, namespace } = readTemporalSettings()
    assert.deepEqual(
      { port, uiPort, namespace },
      { port: 7233, uiPort: 8233, namespace: 'default' },
    )
  })

  it('becomes the command line of the dev service', () => {
    const settings = parseTemporalSettings(good)
    const args = temporalArguments({
      binary: 'temporal',
      settings,
      port: 1234,
      databasePath: '/data/temporal.db',
      logPath: '/data/temporal.log',
    })
    const line = args.join(' ')
    assert.match(line, /^server start-dev /)
    for (const part of [
      '--port=1234',
      '--headless',
      '--db-filename=/data/temporal.db',
      '--sqlite-pragma journal_mode=wal',
      '--search-attribute Provider=Keyword',
      '--dynamic-config-value history.transferProcessorMaxPollRPS=1000',
      '--dynamic-config-value some.text="word"',
    ]) {
      assert.ok(line.includes(part), part)
    }
  })

  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['port: 7233', 'port: many', /"port".*many/],
    ['port: 7233', 'port: 70000', /"port".*70000/],
    ['ip: 127.0.0.1', 'ip: 127.0.0.1 --headless', /"ip"/],
    ['database: temporal.db', 'database: ../temporal.db', /"database"/],
    ['namespace: default', '', /"namespace"/],
    ['Provider: Keyword', 'Provider: Word', /search_attributes\.Provider.*Word/],
    ['Provider: Keyword', 'Provider: toString', /search_attributes\.Provider/],
    ['{ journal_mode: wal }', '[wal]', /sqlite/],
    ['some.text: word', 'some.text: [1]', /dynamic_config\.some\.text/],
    ['retention_days: 7', 'retention_days: 0.5', /"retention_days".*0\.5/],
    ['log_level: error', 'log_level: loud', /"log_level"/],
    ['ui_port: 8233', 'ui_port: 8233\nuiport: 1', /"uiport"/],
    ['ip: 127.0.0.1', 'ip: [', /cannot be read/],
  ]
  for (const [from, to, expected] of wrong) {
    it(`is refused in one line with "${to.replaceAll('\n', ' ')}"`, () => {
      const text = good.replace(from, to)
      assert.throws(
        () => parseTemporalSettings(text),
        ({ message }: Error) => expected.test(message) && !message.trim().includes('\n'),
      )
    })
  }
})
