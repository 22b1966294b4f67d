import { fail } from '#domain/errors/errors.ts'
import type { PortalUser } from '#domain/people/person.ts'
import {
  changePersonRole,
  renewInvitation,
  resetOneTimeCodes,
  disablePerson,
  enablePerson,
} from '#use-cases/people/manage.ts'
import { readCodeMail } from '#use-cases/mail/standing.ts'
import type { Managed } from '#use-cases/people/change-managed.ts'
import { findPerson, listPeople } from '#use-cases/people/find.ts'
import { listPointsOfSale } from '#use-cases/terminals/points-of-sale.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { doneAt, html, type PageAnswer } from '#web/http/answer.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { formCause, portalWrite } from '#web/portal/portal-write.ts'
import {
  mayPortalRoleManage,
  type PortalPermission,
  portalPermissions,
  testModePermissions,
  type PortalRole,
  portalRoles,
} from '#domain/people/portal-roles.ts'
import { More } from '#web/design/ask.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { type Right, Rights } from '#web/design/rights.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { portalRoleNames } from '#domain/people/role-names.ts'
import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'
import { portalWords } from '#web/portal/words.tsx'
import { actsOn, type PersonAct, personActs } from './acts.ts'
import { ActPage, invitePages, LastLogIn, PersonPage, StateBadge, Us } from './person.tsx'
import { placeRefusals, readPointOfSale } from './point-of-sale.tsx'
import { readRole, rightsAnchor } from './role-field.tsx'
import { peopleWords } from './words.tsx'

const permission = 'users.manage'

/** A merchant's team in the portal: inviting, assigning roles, closing and reopening accounts. */
export function teamPages(context: WebContext): readonly PageRoute[] {
  const view = portalReads(context, permission)
  return [
    view(paths.team, async ({ session }) => {
      const { merchantId } = session.person
      const people = await listPeople(context.database, { realm: 'portal', merchantId })
      const { supportEmail } = context
      return html(<TeamPage people={people} supportEmail={supportEmail} />)
    }),
    ...invitePages(context),
    view(personPath, async (input) => {
      const person = await personOf(context, input)
      const [mail, places] = await Promise.all([
        readCodeMail(context.database, person),
        listPointsOfSale(context.database, person.merchantId),
      ])
      const shown = { person, places, mail, supportEmail: context.supportEmail }
      return html(<PersonPage {...shown} />)
    }),
    ...personActs.flatMap((act) => actPages(context, act)),
  ]
}

const personPath = `${paths.team}/:id`

/** Another merchant's people count as unknown. Error: user_not_found. */
function personOf({ database }: WebContext, input: PortalInput): Promise<PortalUser> {
  const { merchantId } = input.session.person
  return findPerson(database, { realm: 'portal', merchantId }, param(input, 'id'))
}

/** One action on one person: the page with its consequence and form, then the action. */
function actPages(context: WebContext, act: PersonAct): readonly PageRoute[] {
  const view = portalReads(context, permission)
  const path = `${personPath}/${act.slug}`
  const page = async (input: PortalInput, faults: readonly FieldFault[] = []) => {
    const person = await personOf(context, input)
    const places = await listPointsOfSale(context.database, person.merchantId)
    return <ActPage person={person} act={act} places={places} faults={faults} />
  }
  return [
    view(path, async (input) => {
      const person = await personOf(context, input)
      if (!actsOn(input.session.person, person).includes(act)) throw fail('operation_not_allowed')
      return html(await page(input))
    }),
    portalWrite(context, {
      path,
      permission,
      async read(input) {
        const person = await personOf(context, input)
        const role = act.slug === 'role' ? readRole(input) : person.role
        const pointOfSaleId = act.slug === 'role' ? readPointOfSale(input, role) : null
        return { person, role, pointOfSaleId }
      },
      work: ({ person, role, pointOfSaleId }, input) => {
        const cause = formCause(input)
        const managed = {
          realm: 'portal',
          manager: input.session.person,
          id: person.id,
          cause,
        } as const
        const { language } = input
        return works[act.slug](context, { managed, role, pointOfSaleId, act, language })
      },
      fields: placeRefusals,
      again: page,
    }),
  ]
}

interface Work {
  readonly managed: Managed<'portal'>
  readonly role: PortalUser['role']
  readonly pointOfSaleId: string | null
  readonly act: PersonAct
  readonly language: Language
}

type Worker = (context: WebContext, work: Work) => Promise<PageAnswer>

const works: Readonly<Record<PersonAct['slug'], Worker>> = {
  role: then(({ database }, { managed, role, pointOfSaleId }) =>
    changePersonRole(database, managed, { role, pointOfSaleId }),
  ),
  fermer: then(({ database }, { managed }) => disablePerson(database, managed)),
  rouvrir: then(({ database }, { managed }) => enablePerson(database, managed)),
  codes: then(({ database }, { managed }) => resetOneTimeCodes(database, managed)),
  invitation: then(({ database }, { managed }) => renewInvitation(database, managed)),
}

/** Redirects to the person's page, with a message. */
function then(work: (context: WebContext, given: Work) => Promise<unknown>): Worker {
  return async (context, given) => {
    await work(context, given)
    const { managed, act, language } = given
    return doneAt(`${paths.team}/${managed.id}`, peopleWords[language].acts[act.slug].done)
  }
}

function TeamPage({
  people,
  supportEmail,
}: {
  readonly supportEmail: WebContext['supportEmail']
  readonly people: readonly PortalUser[]
}) {
  const { language } = useScope()
  const words = peopleWords[language]
  return (
    <PortalFrame title={words.title}>
      <div class="row spread">
        <h1>{words.title}</h1>
        <ButtonLink href={paths.invite}>{words.inviteSomebody}</ButtonLink>
      </div>
      <CardTable
        caption={words.people}
        columns={columnsIn(language)}
        rows={people}
        keyOf={({ id }) => id}
      />
      <p class="soft small">{words.ownerAlone(<Us email={supportEmail} />)}</p>
      <section class="card">
        <More title={words.rightsTitle}>
          {/* A link to it unfolds it. */}
          <div id={rightsAnchor}>
            <Rights
              caption={words.rights}
              heading={words.right}
              held={words.held}
              roles={portalRoles}
              names={portalRoleNames[language]}
              rights={rightsIn(language)}
            />
          </div>
        </More>
      </section>
    </PortalFrame>
  )
}

function columnsIn(language: Language): readonly Column<PortalUser>[] {
  const words = peopleWords[language]
  return [
    { title: words.name, cell: ({ id, name }) => <a href={`${paths.team}/${id}`}>{name}</a> },
    { title: words.email, cell: ({ email }) => email },
    { title: words.role, cell: ({ role }) => portalRoleNames[language][role] },
    { title: words.lastLogIn, cell: (person) => <LastLogIn {...person} /> },
    { title: words.state, cell: (person) => <StateBadge {...person} /> },
  ]
}

/** Each permission, and whom each role may invite, change and shut out. */
function rightsIn(language: Language): readonly Right<PortalRole>[] {
  const [words, names] = [peopleWords[language], portalRoleNames[language]]
  const permissions = Object.keys(portalPermissions) as PortalPermission[]
  return [
    ...permissions.map((permission) => ({
      text: portalWords[language].permissions[permission],
      roles: portalPermissions[permission],
    })),
    ...permissions.flatMap((permission) => {
      const more = testModePermissions[permission]
      const text = words.inTestMode(portalWords[language].permissions[permission])
      return more ? [{ text, roles: [...portalPermissions[permission], ...more] }] : []
    }),
    ...portalRoles.map((role) => ({
      text: words.manage(names[role]),
      roles: portalRoles.filter((manager) => mayPortalRoleManage(manager, role)),
    })),
  ]
}
