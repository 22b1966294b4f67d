import type { PortalUser } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { ServiceFigures } from '#use-cases/desk/merchant-figures.ts'
import type { OpenCase } from '#use-cases/desk/open-cases.ts'
import type { MailStanding } from '#use-cases/mail/standing.ts'
import type { MerchantRecord } from '#use-cases/merchants/find.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { CodeMail } from '#web/design/code-mail.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField, TextField } from '#web/design/field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt, fieldsOf } from '#web/http/refused.ts'
import { CaseParts, type CaseCare } from '#web/staff/desk/case.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import {
  Heading,
  PasswordField,
  type RefusedAct,
  RefusedNotice,
  State,
  Views,
  Locked,
} from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { useMay } from '#web/staff/staff-page.ts'
import { modeNames, personStates } from '#web/staff/words.ts'
import { Members, OpenCases, ServiceCard } from './cards.tsx'

export interface MerchantPageProps {
  readonly merchant: MerchantRecord
  readonly form: SentForm
  readonly refused: RefusedAct | null
  /** Delivery of the last mail with a code for the owner; null if there was none. */
  readonly mail: MailStanding | null
  readonly care: CaseCare
  readonly mode: Mode
  /** Services in this mode, each with its figures. */
  readonly services: readonly {
    readonly service: MerchantRecord['services'][number]
    readonly figures: ServiceFigures
  }[]
  readonly cases: readonly OpenCase[]
  readonly people: readonly PortalUser[]
  /** Until when wrong passwords or codes keep some of them out. */
  readonly locks: ReadonlyMap<string, Date>
  /** Faults of a note. */
  readonly caseFaults: readonly FieldFault[]
}

/** The view of test mode. */
export const testView = 'test'

/** A merchant as the staff sees it: its services' figures, its open cases, its identity. */
export function MerchantPage(props: MerchantPageProps) {
  const { merchant, refused, mail, mode, services } = props
  return (
    <StaffFrame title={merchant.name}>
      <p>
        <a href={paths.merchants}>Marchands</a>
      </p>
      <Heading title={merchant.name}>
        <Views
          path={`${paths.merchants}/${merchant.id}`}
          views={[
            { value: '', label: modeNames.live },
            { value: testView, label: modeNames.sandbox },
          ]}
          open={mode === 'live' ? '' : testView}
        />
      </Heading>
      <RefusedNotice refused={refused} />
      {useMay('merchants.manage') && <CodeMail mail={mail} />}
      <div class="split">
        <div class="stack">
          {services.map(({ service, figures }) => (
            <ServiceCard key={service.id} service={service} mode={mode} figures={figures} />
          ))}
        </div>
        <div class="stack">
          <OpenCases cases={props.cases} />
          <Owner {...props} />
          <Members people={props.people} locks={props.locks} />
          <Merchant merchant={merchant} />
          <CaseParts
            path={`${paths.merchants}/${merchant.id}`}
            care={props.care}
            waits={false}
            faults={props.caseFaults}
            form={props.form}
          />
        </div>
      </div>
    </StaffFrame>
  )
}

/** Facts of the merchant itself, independent of its services. */
function Merchant({ merchant }: Pick<MerchantPageProps, 'merchant'>) {
  return (
    <section class="card stack">
      <p>
        <a href={`${paths.fundsRules}?marchand=${merchant.id}`}>Retenir les fonds de ce marchand</a>
      </p>
      <Facts
        facts={[
          { label: 'Identifiant', value: <code>{merchant.id}</code> },
          { label: 'Créé', value: <ExactTime at={merchant.createdAt} /> },
        ]}
      />
    </section>
  )
}

function Owner(props: MerchantPageProps) {
  const { merchant } = props
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
      <Locked until={owner ? props.locks.get(owner.id) : undefined} />
      {/* What is answered on the phone to somebody who cannot log in; nobody here unlocks anything. */}
      <p class="soft small">
        Connexion bloquée{'\u00A0'}? Après cinq mots de passe faux, elle se rouvre seule au bout
        d’un quart d’heure. Mot de passe oublié{'\u00A0'}: le lien est sur la page de connexion. À
        son équipe, le propriétaire envoie un nouveau code.
      </p>
      {useMay('merchants.manage') && <OwnerActs {...props} />}
    </section>
  )
}

function OwnerActs({ merchant, form, refused }: MerchantPageProps) {
  const faults = refused?.faults ?? []
  const path = `${paths.merchants}/${merchant.id}`
  const field = fieldsOf(form, faults)
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
