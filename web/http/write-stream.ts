import { PassThrough } from 'node:stream'
import type { ParameterizedContext } from 'koa'
import type { ComponentChild } from 'preact'
import type { RequestState } from '#http/request-state.ts'
import type { PageAnswer } from './answer.ts'

type StreamAnswer = Extract<PageAnswer, { kind: 'stream' }>

/** How soon a browser comes back when its line broke. */
const comeBackMs = 2000

/** Writes server-sent events as they come. A failure on the way ends the stream, whose reader comes back. */
export function writeStream(
  context: ParameterizedContext<RequestState>,
  { follow }: StreamAnswer,
  render: (content: ComponentChild) => string,
): void {
  const body = new PassThrough()
  const controller = new AbortController()
  const leave = (): void => controller.abort()
  body.once('close', leave)
  context.set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
  context.status = 200
  context.body = body
  body.write(`retry: ${comeBackMs}\n\n`)
  const write = (text: string): void => {
    if (!controller.signal.aborted) body.write(text)
  }
  context.state.streamFrom()
  const work = follow({
    send: (event, content) => write(`event: ${event}\n${dataLines(render(content))}\n\n`),
    beat: () => write(':\n\n'),
    ended: controller.signal,
  })
  void work.catch((error: unknown) => context.app.emit('error', error)).finally(() => body.end())
}

/** A line end within the text begins another line of data. */
function dataLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`)
    .join('\n')
}
