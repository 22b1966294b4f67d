import { fail } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import { payerPagePath, type PayerPageKind } from '#domain/sandbox/acquirer.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import {
  answerPayerPage,
  type PayerAnswer,
  type PayerPage,
  readPayerPage,
} from '#use-cases/sandbox/authorisations.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { param, type PageInput, type PageRoute, payersPage } from '#web/http/route.ts'
import { PayerConfirmation } from './view.tsx'

/**
 * The pages of the sandbox's banks: one asks a card's holder (3-D Secure), one asks for a mandate. Knowing the
 * address is enough to answer. The first answer counts; duplicate, later and different ones change nothing.
 */
export function payerConfirmationPages(context: WebContext): readonly PageRoute[] {
  return (['3ds', 'mandats'] as const).flatMap((kind) => [
    payersPage({
      method: 'GET',
      path: payerPagePath(kind, ':id'),
      handler: async (input) => {
        const page = await findPage(context, kind, input)
        return html(<PayerConfirmation page={page} action={input.path} />)
      },
    }),
    payersPage({
      method: 'POST',
      path: payerPagePath(kind, ':id'),
      handler: async (input) => {
        const page = await findPage(context, kind, input)
        await takeAnswer(context, page, input)
        return redirect(input.path)
      },
    }),
  ])
}

async function findPage(
  { database }: WebContext,
  kind: PayerPageKind,
  input: PageInput<null>,
): Promise<PayerPage> {
  const id = param(input, 'id')
  const page = isUuid(id) ? await readPayerPage(database, id) : undefined
  if (page === undefined || kindOf(page) !== kind) throw fail('route_not_found')
  return page
}

function kindOf({ cardLast4 }: PayerPage): PayerPageKind {
  return cardLast4 === null ? 'mandats' : '3ds'
}

/** The bank sends one callback; if it is lost, the payment's workflow polls. */
async function takeAnswer(
  { database, outbox }: WebContext,
  page: PayerPage,
  input: PageInput<null>,
): Promise<void> {
  const answer = answers.find((word) => word === input.form.text('decision'))
  if (answer === undefined) return
  const isTaken = await answerPayerPage(database, param(input, 'id'), answer)
  if (isTaken) await operatorAnswered(database, outbox, page.requestId)
}

/** Values of the two buttons. */
const answers: readonly PayerAnswer[] = ['accepted', 'refused']
