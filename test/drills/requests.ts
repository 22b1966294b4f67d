import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#test/support/call.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

/** What a drill asks of its surroundings, done by the test: the processes that it starts and stops are the test's own. */
export interface Requests {
  /** A command for the drill: it passes this text on, which the shell expands, and waits until the test has acted. */
  command(name: string, text?: string): string
  /** Waits for that command, acts on its text, and lets the drill go on. */
  meet(name: string, act: (text: string) => Promise<void>): Promise<void>
}

/** Opens them, in a folder of their own. */
export function openRequests(): Requests {
  const folder = temporaryFolder('requests')
  return {
    command(name, text = '') {
      const file = join(folder, name)
      return `printf %s "${text}" >${file}.new && mv ${file}.new ${file} &&
        until [ -e ${file}.met ]; do sleep 0.1; done && rm ${file}.met`
    },
    async meet(name, act) {
      const file = join(folder, name)
      await eventually(() => Promise.resolve(existsSync(file)), requestTimeoutMs)
      const text = readFileSync(file, 'utf8')
      rmSync(file)
      await act(text)
      writeFileSync(`${file}.met`, '')
    },
  }
}

const requestTimeoutMs = 300_000
