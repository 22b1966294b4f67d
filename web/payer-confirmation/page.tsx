import { fail } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import { type PayerPageKind, payerPagePath } from '#domain/sandbox/acquirer.ts'
import type { Language } from '#domain/text/language.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import {
  answerPayerPage,
  type PayerAnswer,
  type PayerPage,
  readPayerPage,
} from '#use-cases/sandbox/authorisations.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Frame } from '#web/design/frame.tsx'
import { Amount } from '#web/design/money.tsx'
import { inPageLanguage } from '#web/design/scope.ts'
import { Verdict } from '#web/design/verdict.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { type PageInput, type PageRoute, param, payersPage } from '#web/http/route.ts'

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

/** The question while it is open, then the answer, or that it is too late. */
function PayerConfirmation({
  page,
  action,
}: {
  readonly page: PayerPage
  readonly action: string
}) {
  const words = useConfirmationWords()
  if (page.answer === 'accepted') {
    return (
      <Ended tone="ok" icon="check" title={words.accepted}>
        {words.acceptedText}
      </Ended>
    )
  }
  if (page.answer === 'refused') {
    return (
      <Ended tone="bad" icon="cross" title={words.refused}>
        {words.refusedText}
      </Ended>
    )
  }
  if (page.isClosed) {
    return (
      <Ended tone="still" icon="clock" title={words.late}>
        {words.lateText}
      </Ended>
    )
  }
  return <Question page={page} action={action} />
}

function Question({ page, action }: { readonly page: PayerPage; readonly action: string }) {
  const isCard = page.cardLast4 !== null
  const words = useConfirmationWords()
  const say = isCard ? words.card : words.mandate
  return (
    <Frame title={say.title} isTest>
      <h1>{say.title}</h1>
      <p>{say.ask}</p>
      <Facts
        facts={[
          { label: words.cardNumber, value: isCard ? `•••• ${page.cardLast4}` : null },
          { label: words.amount, value: <Amount of={page.amount} />, isTotal: true },
        ]}
      />
      <Form action={action}>
        <Button name="decision" value="accepted" isFull>
          {say.accept}
        </Button>
        <Button name="decision" value="refused" look="quiet" isFull>
          {words.refuse}
        </Button>
      </Form>
    </Frame>
  )
}

function Ended({
  children,
  ...verdict
}: Pick<Parameters<typeof Verdict>[0], 'tone' | 'icon' | 'title'> & {
  readonly children: string
}) {
  return (
    <Frame title={verdict.title} isTest>
      <Verdict {...verdict}>
        <p class="soft">{children}</p>
      </Verdict>
    </Frame>
  )
}

/** The texts of the page, in French. */
const french = {
  accepted: 'Paiement validé',
  acceptedText:
    'Votre réponse est enregistrée. Vous pouvez fermer cette page et retourner à la boutique.',
  refused: 'Paiement refusé',
  refusedText:
    'Aucune somme n’est débitée. Vous pouvez fermer cette page et retourner à la boutique.',
  late: 'Délai dépassé',
  lateText:
    'Ce paiement a expiré. Aucune somme n’est débitée. Pour recommencer, retournez à la boutique.',
  card: {
    title: 'Validation du paiement',
    ask: 'Votre banque vous demande de valider ce paiement par carte.',
    accept: 'Valider le paiement',
  },
  mandate: {
    title: 'Mandat de prélèvement',
    ask: 'Votre banque vous demande d’autoriser ce prélèvement sur votre compte.',
    accept: 'Autoriser le prélèvement',
  },
  cardNumber: 'Carte',
  amount: 'Montant',
  refuse: 'Refuser',
}

const english: typeof french = {
  accepted: 'Payment approved',
  acceptedText: 'Your answer is recorded. You can close this page and go back to the shop.',
  refused: 'Payment refused',
  refusedText: 'Nothing is debited. You can close this page and go back to the shop.',
  late: 'Time is up',
  lateText: 'This payment has expired. Nothing is debited. To start again, go back to the shop.',
  card: {
    title: 'Approve the payment',
    ask: 'Your bank asks you to approve this card payment.',
    accept: 'Approve the payment',
  },
  mandate: {
    title: 'Direct debit mandate',
    ask: 'Your bank asks you to allow this direct debit from your account.',
    accept: 'Allow the direct debit',
  },
  cardNumber: 'Card',
  amount: 'Amount',
  refuse: 'Refuse',
}

export const confirmationWords: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

const useConfirmationWords = inPageLanguage(confirmationWords)
