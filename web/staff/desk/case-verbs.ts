/** Path segments of the forms about a case, after its page's path. */
export const caseVerbs = { take: 'a-moi', giveBack: 'plus-a-moi', note: 'note' } as const

/** The view of a queue with the viewer's own cases. */
export const mineView = 'moi'

/** The field of a list's ticked rows. */
export const pickField = 'choix'

/** The path segment of the page that names ticked rows before they are decided on. */
export function reviewVerb(verb: string): string {
  return `a-${verb}`
}
