import type { MailStanding } from '#use-cases/mail/standing.ts'
import type { MerchantRecord } from '#use-cases/merchants/find.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { CodeMail } from '#web/design/code-mail.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField, TextField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { PasswordField, type RefusedAct, RefusedNotice, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'
import { modeNames, personStates } from '#web/staff/words.ts'

export interface MerchantPageProps {
  readonly desk: Desk
  readonly merchant: MerchantRecord
  readonly form: SentForm
  readonly refused: RefusedAct | null
  /** How the last code for the owner went; null where there was none. */
  readonly mail: MailStanding | null
}

/** A merchant with its services and its owner. */
export function MerchantPage(props: MerchantPageProps) {
  const { desk, merchant, refused, mail } = props
  return (
    <StaffFrame desk={desk} title={merchant.name}>
      <p>
        <a href={paths.merchants}>Marchands</a>
      </p>
      <h1>{merchant.name}</h1>
      <RefusedNotice refused={refused} />
      {may(desk, 'merchants.manage') && <CodeMail mail={mail} />}
      <div class="split">
        <Services merchant={merchant} />
        <Owner {...props} />
      </div>
    </StaffFrame>
  )
}

function Services({ merchant }: Pick<MerchantPageProps, 'merchant'>) {
  return (
    <div class="stack">
      {merchant.services.map(({ id, name, publicName, currency, environments }) => (
        <section key={id} class="card stack">
          <h2>{name}</h2>
          <Facts
            facts={[
              { label: 'Nom public', value: publicName },
              { label: 'Devise', value: currency },
              { label: 'Identifiant', value: <code>{id}</code> },
              ...environments.map((environment) => ({
                label: modeNames[environment.mode],
                value: <Environment id={environment.id} />,
              })),
            ]}
          />
        </section>
      ))}
      <section class="card">
        <Facts
          facts={[
            { label: 'Identifiant', value: <code>{merchant.id}</code> },
            { label: 'Créé', value: <ExactTime at={merchant.createdAt} /> },
          ]}
        />
      </section>
    </div>
  )
}

/** Whose payouts can be stopped from here. */
function Environment({ id }: { readonly id: string }) {
  return (
    <>
      <code>{id}</code> <a href={`${paths.suspensions}?service=${id}`}>Suspensions</a>
    </>
  )
}

function Owner(props: MerchantPageProps) {
  const { desk, merchant } = props
  const { owner } = merchant
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>Propriétaire</h2>
        {owner && <State of={personStates[owner.status]} />}
      </div>
      {owner ? (
        <Facts
          facts={[
            { label: 'Nom', value: owner.name },
            { label: 'E-mail', value: owner.email },
            {
              label: 'Code à usage unique',
              value: owner.hasOneTimeCodes ? 'Demandé' : 'Non demandé',
            },
          ]}
        />
      ) : (
        <Notice tone="wait">Ce marchand n’a pas de propriétaire.</Notice>
      )}
      {may(desk, 'merchants.manage') && <OwnerActs {...props} />}
    </section>
  )
}

function OwnerActs({ merchant, form, refused }: MerchantPageProps) {
  const faults = refused?.faults ?? []
  const path = `${paths.merchants}/${merchant.id}`
  const field = (name: string) => ({ name, value: form.text(name), error: errorAt(faults, name) })
  const isReset =
    errorAt(faults, 'reason') !== undefined || errorAt(faults, 'reset_password') !== undefined
  return (
    <>
      <Faults faults={faults} />
      {merchant.owner && (
        <Ask button="Rouvrir son accès…" isOpen={isReset}>
          <Form action={`${path}/acces`}>
            <p class="soft">
              Pour qui a perdu son mot de passe ou son téléphone. Un code lui part par e-mail quand
              un second administrateur l’approuve{'\u00A0'}; d’ici là rien ne change.
            </p>
            <LinesField {...field('reason')} label="Motif" maxLength={500} />
            <PasswordField name="reset_password" faults={faults} />
            <Button>Demander un nouveau code</Button>
          </Form>
        </Ask>
      )}
      <Ask button="Changer de propriétaire…" isOpen={faults.length > 0 && !isReset}>
        <Form action={`${path}/proprietaire`}>
          <TextField {...field('name')} label="Nom" maxLength={120} />
          <TextField
            {...field('email')}
            label="Adresse e-mail"
            type="email"
            autocomplete="off"
            maxLength={254}
          />
          <LinesField {...field('owner_reason')} label="Motif" maxLength={500} />
          <PasswordField name="owner_password" faults={faults} />
          <Button look="danger">Demander ce changement</Button>
        </Form>
      </Ask>
    </>
  )
}
