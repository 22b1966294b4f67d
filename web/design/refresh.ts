/** Afterwards a page that was left open asks no more, and its session may end. */
const refreshingMs = 3_600_000

/** True while something that began then may be looked at again by itself. */
export function mayRefresh(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() <= refreshingMs
}

/** The same page is asked for, and the part of this id taken; one that has come to its end asks no more. */
export function refreshing(path: string, id: string, seconds = 3) {
  return {
    'hx-get': path,
    'hx-trigger': `every ${seconds}s`,
    'hx-select': `#${id}`,
    'hx-swap': 'outerHTML',
  }
}
