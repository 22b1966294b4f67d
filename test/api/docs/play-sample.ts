import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ScriptedAnswer, startScriptedService } from '#test/sdk/scripted-service.ts'
import { prepared, type Sample } from './samples.ts'

const run = promisify(execFile)

/** What a sample prints and requests, given these answers; undefined where its language is not on this machine. */
export async function playSample(sample: Sample, answers: readonly ScriptedAnswer[]) {
  const ready = prepared(sample)
  if (ready === undefined) return undefined
  const service = await startScriptedService([answers])
  const variables = { ...ready.environment, BASE_URL: `${service.baseUrl}/0`, KEY: 'SKSANDBOX_x' }
  const [program, ...parts] = ready.command
  const options = { cwd: ready.folder, env: { ...process.env, ...variables } }
  const ended = await run(program, parts, options).catch((error: unknown) => error as Ended)
  const requests = service.requestsOf(0)
  await service.stop()
  return { stdout: ended.stdout, stderr: ended.stderr, requests }
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
}
