/** One line, if this process may not listen where it should. */
export function listenText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { port, address } = error as { readonly port?: number; readonly address?: string }
  const place = `port ${port} of ${address}`
  if (error.code === 'EADDRINUSE')
    return `Another process listens on ${place}: stop it, or ${otherPort}.`
  if (error.code === 'EACCES' && port !== undefined)
    return `Only root may listen on ${place}: ${otherPort}.`
  if (error.code === 'EADDRNOTAVAIL')
    return `HOST must be an address of this machine, not ${address}.`
  return undefined
}

const otherPort = 'set another (PORT, API_METRICS_PORT, WORKER_METRICS_PORT)'

/** One line, if PostgreSQL answers and does not let us in. */
export function refusedText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (!('code' in error) || !refusals.has(error.code)) return refusedText(error.cause)
  return `DATABASE_URL: PostgreSQL does not let us in (${error.message}): npm run doctor says what to do.`
}

/** Of PostgreSQL: who or how, a wrong password, no such database, no right to connect, no connection left, read only. */
const refusals: ReadonlySet<unknown> = new Set('28000 28P01 3D000 42501 53300 25006'.split(' '))
