import type { ClientRequest } from 'node:http'

const bytesMax = 64 * 1024

/**
 * Calls back once more than 64 KB have come and the answer has not begun: interim answers and blank lines may follow
 * one another without end, and reading them holds up everything else in the process.
 */
export function limitBeforeAnswer(outgoing: ClientRequest, tooMuch: () => void): void {
  let bytes = 0
  let isAnswered = false
  outgoing.once('response', () => {
    isAnswered = true
  })
  // Listening any earlier would take bytes from the parser.
  outgoing.once('socket', (socket) => {
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax && !isAnswered) tooMuch()
    })
  })
}
