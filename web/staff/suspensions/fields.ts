import type { ListedSuspension } from '#use-cases/suspensions/list.ts'

/** Each field of a page has its own name, by which readers of screens find it. */
export function liftField(id: string): string {
  return `lift-reason-${id}`
}

/** What decides about a suspension, as its page showed it. */
export function suspensionSeen({ liftedAt }: Pick<ListedSuspension, 'liftedAt'>): string {
  return liftedAt === null ? 'open' : 'lifted'
}
