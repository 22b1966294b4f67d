/**
 * `node deploy/health.mjs <port> [path]`: 0 when the process of this container answers there with 2xx (docs/deploying.md), for
 * health checks of containers, which bring no other program that could ask.
 */
const [port = '3000', path = '/healthz'] = process.argv.slice(2)
const withinMs = 3000

try {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    signal: AbortSignal.timeout(withinMs),
  })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
