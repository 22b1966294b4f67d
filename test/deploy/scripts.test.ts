import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { givenProgram } from '#test/support/debian-program.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { root } from './read.ts'

/** A word that is not quoted shows in an emergency, or never. */
describe('the scripts of deploy/', function () {
  this.timeout(120_000)
  const shellcheck = givenProgram('usr/bin/shellcheck', ['shellcheck'])

  it('have nothing that shellcheck finds', () => {
    const scripts = readdirSync(`${root}deploy`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sh'))
      .map((name) => join('deploy', name))
    assert.ok(scripts.length > 20)
    const { output, code } = check(scripts)
    assert.equal(code, 0, output)
  })

  it('a script with a fault is told', () => {
    const path = join(temporaryFolder('script'), 'fault.sh')
    writeFileSync(path, '#!/bin/sh\nrm -rf $1/data\n')
    const { output, code } = check([path])
    assert.equal(code, 1)
    assert.match(output, /SC2086/)
  })

  function check(paths: readonly string[]): {
    readonly output: string
    readonly code: number | null
  } {
    const { path, environment } = shellcheck
    const words = ['--external-sources', ...paths]
    const env = { ...process.env, ...environment }
    const { stdout, status } = spawnSync(path, words, { cwd: root, encoding: 'utf8', env })
    return { output: stdout, code: status }
  }
})
