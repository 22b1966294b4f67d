/** Where forms about a case are sent, after the address of its page. */
export const caseVerbs = { take: 'a-moi', giveBack: 'plus-a-moi', note: 'note' } as const

/** The view of a queue that holds what whoever looks at it takes care of. */
export const mineView = 'moi'

/** The field of ticked rows of a list. */
export const pickField = 'choix'
