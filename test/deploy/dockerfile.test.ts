import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { isCommand, root, textOf, unknownVariables } from './read.ts'
import { toolOr } from './tools.ts'

describe('the file that the image is made of', () => {
  it('is written without a fault, from packages of production, and is not root', () => {
    const text = textOf('deploy/Dockerfile')
    assert.deepEqual(validate(text), [])
    assert.notDeepEqual(validate(text.replace('USER 1000:1000', 'USRE 1000')), [])
    assert.match(text, /npm ci --omit=dev/)
    assert.match(text, /^USER 1000:1000$/m)
    assert.equal([...text.matchAll(/^FROM /gm)].length, 3)
  })

  it('passes the linter of such files', async function () {
    this.timeout(300_000)
    const program = await toolOr('hadolint', this)
    const lint = (input: string) => spawnSync(program, ['-'], { input, encoding: 'utf8' }).stdout
    assert.equal(lint(textOf('deploy/Dockerfile')), '')
    assert.match(lint('FROM debian:12\nRUN cd /tmp\n'), /DL3003/)
  })

  it('copies what is there, runs commands of package.json, and sets variables that the service knows', () => {
    const text = textOf('deploy/Dockerfile')
    for (const [, path = ''] of text.matchAll(
      /(?:node |'\.\/)((?:worker|server|deploy|platform)\/[\w./-]+)/g,
    ))
      assert.ok(existsSync(join(root, path)), path)
    const started = /^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]'
    assert.ok(isCommand(JSON.parse(started) as string[]), started)
    const set =
      /^ENV (.*)$/m
        .exec(text)?.[1]
        ?.split(' ')
        .map((word) => word.split('=')[0] ?? '') ?? []
    assert.ok(set.length > 3)
    assert.deepEqual(unknownVariables(set), [])
  })

  it('compiles as the user that runs it, for whom alone Node finds what was compiled', () => {
    const text = textOf('deploy/Dockerfile')
    const users = [...text.slice(0, text.indexOf('deploy/compile.ts')).matchAll(/^USER (.+)$/gm)]
    assert.equal(users.at(-1)?.[1], [...text.matchAll(/^USER (.+)$/gm)].at(-1)?.[1])
    assert.match(text, /deploy\/compile\.ts \\\n {2}&& chmod -R a\+rX \.cache$/m)
  })

  it('keeps the native part of Temporal’s SDK that serves it, by the name that it has', () => {
    const releases = readdirSync(join(root, 'node_modules/@temporalio/core-bridge/releases'))
    assert.match(textOf('deploy/Dockerfile'), /! -name "\$\(uname -m\)-unknown-linux-gnu"/)
    for (const machine of ['x86_64', 'aarch64'])
      assert.ok(releases.includes(`${machine}-unknown-linux-gnu`))
  })

  it('gets nothing that is secret, made or for tests alone, and all that its processes load', () => {
    const lines = textOf('.dockerignore').split('\n')
    for (const each of ['.git', '.env', '.data', 'node_modules', 'test', 'deploy/**'])
      assert.ok(lines.includes(each), each)
    for (const [, path = ''] of textOf('deploy/Dockerfile').matchAll(/(deploy\/[\w.]+\.m?[jt]s)/g))
      assert.ok(lines.includes(`!${path}`), path)
    const left = lines.filter((line) => /^[a-z]+$/.test(line))
    for (const each of ['server', 'worker', 'workflows', 'web', 'platform', 'db'])
      assert.ok(!left.includes(each), each)
  })
})
