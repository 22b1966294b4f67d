import type { ComponentChild } from 'preact'
import type { CaseKind, QueuedKind } from '#domain/desk/case.ts'
import { giveBackCaseAct, takeCaseAct } from '#use-cases/desk/assignments.ts'
import { addNoteAct } from '#use-cases/desk/notes.ts'
import type { DeskAct } from '#use-cases/desk/act.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { addressIn, keptQuery } from '#web/staff/case-link.tsx'
import { takeOrder } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { type DeskInput, deskWrites } from '#web/staff/staff-page.ts'
import { caseVerbs } from './case-verbs.ts'

/** The page of a case after a refused form. */
export interface RefusedCase {
  readonly refused: RefusedAct
  /** Faults of the note, not of the page's other forms. */
  readonly caseFaults: readonly FieldFault[]
}

export interface CasePages<Kind extends CaseKind> {
  readonly kind: Kind
  /** The path of the list. */
  readonly path: string
  readonly idOf: (input: DeskInput) => string
  /** Refuses what is not in this list. */
  readonly find: (input: DeskInput) => Promise<unknown>
  readonly page: (input: DeskInput, refused: RefusedCase) => Promise<ComponentChild>
}

/** Where notes on a case are sent. */
export function noteRoute(context: WebContext, pages: CasePages<CaseKind>): PageRoute {
  return caseRoute(context, pages, {
    verb: caseVerbs.note,
    act: addNoteAct(pages.kind),
    fields: {
      note: 'Écrivez la note, en 2 000 caractères au plus.',
      note_id: 'Rouvrez cette page.',
    },
    text: 'Note ajoutée. L’équipe seule la lit.',
  })
}

/** The same, plus where somebody takes it or gives it back. */
export function caseRoutes(
  context: WebContext,
  pages: CasePages<QueuedKind>,
): readonly PageRoute[] {
  return [
    noteRoute(context, pages),
    caseRoute(context, pages, {
      verb: caseVerbs.take,
      act: takeCaseAct(pages.kind),
      fields: { instead_of: 'Rouvrez cette page.' },
      text: 'C’est à vous. L’équipe le voit.',
    }),
    caseRoute(context, pages, {
      verb: caseVerbs.giveBack,
      act: giveBackCaseAct(pages.kind),
      fields: {},
      text: 'Vous ne vous en occupez plus.',
    }),
  ]
}

interface CaseForm {
  readonly verb: string
  readonly act: DeskAct
  readonly fields: Readonly<Record<string, string>>
  readonly text: string
}

function caseRoute(
  context: WebContext,
  { path, idOf, find, page }: CasePages<CaseKind>,
  { verb, act, fields, text }: CaseForm,
): PageRoute {
  return deskWrites(context, act.permission)(`${path}/:id/${verb}`, async (input) => {
    await find(input)
    return takeOrder(context, input, {
      act,
      fields,
      done: { to: addressIn(keptQuery(input.query), `${path}/${idOf(input)}`), text },
      page: (refused) =>
        page(input, { refused: { ...refused, faults: [] }, caseFaults: refused.faults }),
    })
  })
}
