import type { AccountPast } from '#use-cases/payouts/merchant-context.ts'
import type { QueuedTransfer } from '#use-cases/transfers/queue.ts'
import { ButtonLink, CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { Age } from '#web/staff/age.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { MerchantCard } from '#web/staff/merchant-card.tsx'
import { Heading, RefusedNotice, RunLink, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { providerName, transferStates } from '#web/staff/words.ts'
import { AccountNumber, TransferActs } from './acts.tsx'
import type { TransferPageProps } from './props.ts'

/** One transfer: what to send where, what can be done with it now, and whose it is. */
export function TransferPage(props: TransferPageProps) {
  const { desk, transfer, merchant, runUrl, refused } = props
  const { id, reference, state } = transfer
  return (
    <StaffFrame desk={desk} title={`Virement ${reference}`}>
      <p>
        <a href={paths.transfers}>Virements</a>
      </p>
      <Heading title={reference}>
        <State of={transferStates[state]} />
      </Heading>
      <RefusedNotice refused={refused} />
      <div class="split">
        <div class="stack">
          <Beneficiary {...props} />
          <TransferActs {...props} />
          <Past transfer={transfer} />
          <div class="row">
            <RunLink href={runUrl} />
            <ButtonLink href={`${paths.transactions}/${id}`} look="quiet">
              Transaction
            </ButtonLink>
          </div>
        </div>
        <MerchantCard owner={transfer} mode={transfer.mode} context={merchant} />
      </div>
    </StaffFrame>
  )
}

function Beneficiary(props: TransferPageProps) {
  const { transfer, account } = props
  const { amount, bank, holderName, reference, createdAt, state } = transfer
  const isWaiting = state === 'to_process' || state === 'in_progress'
  return (
    <section class="card stack">
      <div class="row spread">
        <p>
          <Amount of={amount} isHero />
        </p>
        {isWaiting && (
          <p class="soft">
            Attend depuis <Age since={createdAt} />
          </p>
        )}
      </div>
      <Facts
        facts={[
          { label: 'Bénéficiaire', value: holderName },
          { label: 'Banque', value: providerName(bank) },
          { label: 'Compte', value: <AccountNumber {...props} /> },
          {
            label: 'Motif du virement',
            value: <CopyButton text={reference}>{reference}</CopyButton>,
          },
          {
            label: 'Compte vérifié',
            value: account.verifiedAt ? <Time at={account.verifiedAt} /> : 'Jamais',
          },
          { label: 'Virements faits vers ce compte', value: madeText(account) },
        ]}
      />
    </section>
  )
}

function madeText({ made, lastMadeAt }: AccountPast) {
  if (lastMadeAt === null) return 'Aucun, c’est le premier'
  return (
    <>
      {made}, le dernier <Time at={lastMadeAt} />
    </>
  )
}

function Past({ transfer }: { readonly transfer: QueuedTransfer }) {
  const { takenBy, approvedBy, bankReference, transferOn, rejectionReason, state } = transfer
  const isOver = state !== 'to_process' && state !== 'in_progress'
  return (
    <section class="card stack">
      <h2>Suivi</h2>
      <Facts
        facts={[
          { label: 'Demandé', value: <ExactTime at={transfer.createdAt} /> },
          { label: 'Pris en charge par', value: takenBy?.name },
          { label: 'Approuvé par', value: approvedBy?.name },
          { label: 'Référence de la banque', value: bankReference },
          { label: 'Jour du virement', value: transferOn },
          { label: 'Motif du rejet', value: rejectionReason },
          { label: 'Terminé', value: isOver ? <ExactTime at={transfer.movedAt} /> : null },
        ]}
      />
    </section>
  )
}
