import type { PayerPage } from '#use-cases/sandbox/authorisations.ts'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Frame } from '#web/design/frame.tsx'
import { Amount } from '#web/design/money.tsx'
import { Verdict } from '#web/design/verdict.tsx'

/** The question while it is open, then the answer, or that it is too late. */
export function PayerConfirmation({
  page,
  action,
}: {
  readonly page: PayerPage
  readonly action: string
}) {
  if (page.answer === 'accepted') {
    return (
      <Ended tone="ok" icon="check" title="Paiement validé">
        Votre réponse est enregistrée. Vous pouvez fermer cette page et retourner à la boutique.
      </Ended>
    )
  }
  if (page.answer === 'refused') {
    return (
      <Ended tone="bad" icon="cross" title="Paiement refusé">
        Aucune somme n’est débitée. Vous pouvez fermer cette page et retourner à la boutique.
      </Ended>
    )
  }
  if (page.isClosed) {
    return (
      <Ended tone="still" icon="clock" title="Délai dépassé">
        Ce paiement a expiré. Aucune somme n’est débitée. Pour recommencer, retournez à la boutique.
      </Ended>
    )
  }
  return <Question page={page} action={action} />
}

function Question({ page, action }: { readonly page: PayerPage; readonly action: string }) {
  const isCard = page.cardLast4 !== null
  const title = isCard ? 'Validation du paiement' : 'Mandat de prélèvement'
  return (
    <Frame title={title} isTest>
      <h1>{title}</h1>
      <p>
        {isCard
          ? 'Votre banque vous demande de valider ce paiement par carte.'
          : 'Votre banque vous demande d’autoriser ce prélèvement sur votre compte.'}
      </p>
      <Facts
        facts={[
          { label: 'Carte', value: isCard ? `•••• ${page.cardLast4}` : null },
          { label: 'Montant', value: <Amount of={page.amount} />, isTotal: true },
        ]}
      />
      <Form action={action}>
        <Button name="decision" value="accepted" isFull>
          {isCard ? 'Valider le paiement' : 'Autoriser le prélèvement'}
        </Button>
        <Button name="decision" value="refused" look="quiet" isFull>
          Refuser
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
