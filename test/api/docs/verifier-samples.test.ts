import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { standardHeaders } from '#activities/webhooks/standard-headers.ts'
import { readGuides } from '#api/docs/guides.ts'
import { signWebhook } from '#sdk/typescript/src/index.ts'
import { shopSecret } from '#test/sdk/shop.ts'
import { webhookVectors } from '#test/sdk/vectors.ts'
import { prepared, type Sample, samplesIn } from './samples.ts'

const run = promisify(execFile)
const published = JSON.parse(
  readFileSync(new URL('../../../api/docs/webhook-vector.json', import.meta.url), 'utf8'),
) as Vector

interface Vector {
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly now: number
  readonly opened: unknown
}

/** What a verifier is given; without `now` it looks at its clock. */
interface Given {
  readonly name: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly secret: string
  readonly now: number | null
  /** Undefined where it must refuse. */
  readonly opened?: unknown
}

describe('the verifiers of the guide on webhooks', function () {
  this.timeout(120_000)

  it('are tried against a delivery that is one of the vectors', () => {
    const one = webhookVectors.sealed.find(({ name }) => name === 'a test event')
    assert.ok(one)
    assert.deepEqual(published, {
      secret: one.secret,
      headers: {
        'X-Service-Signature': one.service_signature,
        'webhook-id': one.id,
        'webhook-timestamp': String(one.timestamp),
        'webhook-signature': one.standard_signature,
      },
      body: one.body,
      now: one.timestamp,
      opened: { event: one.event, data: JSON.parse(one.data) },
    })
  })

  for (const language of ['en', 'fr'] as const) {
    const guides = readGuides(language, 'https://pay.example')
    const { source = '' } = guides.find(({ name }) => name === 'webhooks') ?? {}
    const verifiers = samplesIn(source).filter(
      ({ kind, language: written }) => kind === '' && written !== 'bash',
    )

    it(`show it, and are there in four languages: ${language}`, () => {
      assert.ok(source.includes(published.body.slice(0, 40).replaceAll('"', String.raw`\"`)))
      assert.deepEqual(
        verifiers.map((verifier) => verifier.language),
        ['python', 'php', 'ts', 'go'],
      )
    })

    for (const sample of verifiers) {
      it(`open what is genuine and refuse the rest, without a warning: ${sample.language} (${language})`, async function () {
        const cases = await casesOf()
        const told = await judge(sample, cases)
        if (told === undefined) return void this.skip()
        for (const [at, { name, opened = 'refused' }] of cases.entries()) {
          assert.deepEqual(told[at], opened, name)
        }
        assert.equal(told.length, cases.length)
      })
    }
  }
})

async function casesOf(): Promise<readonly Given[]> {
  const event = { type: 'payment.success', data: { externalId: 'Élodie 👩🏾‍🌾' } }
  const opened = { event: event.type, data: event.data }
  const sender = { secret: shopSecret, id: randomUUID() }
  const { body, headers } = await signWebhook(event, sender)
  const old = await signWebhook(event, { ...sender, now: new Date(Date.now() - 301_000) })
  const genuine = { body, headers, secret: shopSecret, now: null }
  const { 'webhook-signature': signature = '', ...unsigned } = headers
  const vector = published
  const nextSecret = randomUUID()
  const both = signedAs(body, [shopSecret, nextSecret]).headers
  return [
    { name: 'genuine', ...genuine, opened },
    {
      name: 'two signatures',
      ...genuine,
      headers: { ...headers, 'webhook-signature': `v1,AAAA ${signature}` },
      opened,
    },
    { name: 'while a new secret waits, by the old one', ...genuine, headers: both, opened },
    {
      name: 'while a new secret waits, by the new one',
      ...genuine,
      headers: both,
      secret: nextSecret,
    },
    { name: 'the published one', ...vector },
    { ...vector, name: 'published, too late', now: vector.now + 301, opened: undefined },
    { ...vector, name: 'published, changed', body: `${vector.body} `, opened: undefined },
    { name: 'older than five minutes', ...genuine, headers: old.headers },
    { name: 'another secret', ...genuine, secret: randomUUID() },
    { name: 'no headers', ...genuine, headers: {} },
    { name: 'no signature', ...genuine, headers: unsigned },
    {
      name: 'a time that is none',
      ...genuine,
      headers: { ...headers, 'webhook-timestamp': 'now' },
    },
    { name: 'an empty body, unsigned', ...genuine, body: '' },
    ...['', 'no JSON', '[]', '5', '"text"', 'null', '{}', '{"payload":5}', '{"payload":null}']
      .concat(['{"payload":["x"]}', '{"payload":""}', '{"payload":"AAAA"}'])
      .map((text) => ({ name: `signed: ${text}`, ...genuine, ...signedAs(text) })),
  ]
}

function signedAs(body: string, secrets = [shopSecret]) {
  const attempt = { eventId: randomUUID(), sentAt: new Date(), secrets }
  return { body, headers: standardHeaders({ ...attempt, body: Buffer.from(body) }) }
}

/** What the code makes of each case; undefined where its language is not on this machine. */
async function judge(sample: Sample, cases: readonly Given[]): Promise<unknown[] | undefined> {
  const isGo = sample.language === 'go'
  const ending = endings[sample.language] ?? ''
  const ready = prepared({ ...sample, code: isGo ? sample.code : `${sample.code}\n${ending}` })
  if (ready === undefined) return undefined
  // A program in Go has its imports at the top of each file.
  if (isGo) writeFileSync(join(ready.folder, 'judge.go'), ending)
  writeFileSync(join(ready.folder, 'cases.json'), JSON.stringify(cases))
  const [program, ...words] = ready.command
  const parts = isGo ? ['run', 'sample.go', 'judge.go'] : words
  const options = { cwd: ready.folder, env: { ...process.env, ...ready.environment } }
  const { stdout, stderr } = await run(program, parts, options)
  assert.equal(stderr, '')
  return JSON.parse(stdout) as unknown[]
}

const endings: Readonly<Record<string, string>> = {
  python: `
def judge(one):
    try:
        event, data = open_webhook(one["body"].encode(), one["headers"], one["secret"], one["now"])
        return {"event": event, "data": data}
    except ValueError:
        return "refused"
print(json.dumps([judge(one) for one in json.load(open("cases.json"))]))`,
  php: `
error_reporting(E_ALL);
ini_set('display_errors', 'stdout');
echo json_encode(array_map(function ($one) {
    try {
        [$event, $data] = open_webhook($one['body'], $one['headers'], $one['secret'], $one['now']);
        return ['event' => $event, 'data' => $data];
    } catch (UnexpectedValueException) {
        return 'refused';
    }
}, json_decode(file_get_contents('cases.json'), true)));`,
  ts: `
import { readFileSync } from 'node:fs'
const judge = ({ body, headers, secret, now }: any) => {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  try {
    return openWebhook(Buffer.from(body), lower as never, secret, now ?? undefined)
  } catch {
    return 'refused'
  }
}
console.log(JSON.stringify(JSON.parse(readFileSync('cases.json', 'utf8')).map(judge)))`,
  go: `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	var cases []struct {
		Body, Secret string
		Headers      map[string]string
		Now          *int64
	}
	text, _ := os.ReadFile("cases.json")
	if err := json.Unmarshal(text, &cases); err != nil {
		panic(err)
	}
	said := []any{}
	for _, one := range cases {
		headers, now := http.Header{}, time.Now()
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		if one.Now != nil {
			now = time.Unix(*one.Now, 0)
		}
		event, data, err := openWebhook([]byte(one.Body), headers, one.Secret, now)
		if err != nil {
			said = append(said, "refused")
		} else {
			said = append(said, map[string]any{"event": event, "data": data})
		}
	}
	answer, _ := json.Marshal(said)
	fmt.Println(string(answer))
}
`,
}
