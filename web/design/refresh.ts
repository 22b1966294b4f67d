/** After this, a page that was left open stops refreshing, and its session may end. */
const refreshingMs = 3_600_000

/** True while something that began then may still refresh by itself. */
export function mayRefresh(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() <= refreshingMs
}

/** Requests the same page and takes the part with this id; something that has ended stops refreshing. */
export function refreshing(path: string, id: string, seconds = 3) {
  return {
    'hx-get': path,
    'hx-trigger': `every ${seconds}s`,
    'hx-select': `#${id}`,
    'hx-swap': 'outerHTML',
  }
}

/** When a refreshing page was first opened; now if it is just being opened. */
export function openedAt(query: URLSearchParams, now: Date): Date {
  const opened = Number(query.get('ouvert') ?? '')
  return opened > 0 && opened <= now.getTime() ? new Date(opened) : now
}
