import { sessionCookie } from '#web/http/session-guard.ts'
import { portalRoles } from '#domain/people/portal-roles.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { createLink } from '#test/support/payment-links.ts'
import { createPortalUser, createStaffMember, loggedIn } from '#test/support/people.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import type { ApiAlone } from '#test/support/api-alone.ts'
import { createMask } from './mask.ts'
import { pageAddresses } from './page-addresses.ts'
import type { Recordings } from './recording.ts'

/** Each page that is read, by nobody and by people of both realms: its status, type, and where it leads. */
export async function recordPages(service: ApiAlone, recordings: Recordings): Promise<void> {
  const { database, baseUrl } = service
  const merchant = await createPortalMerchant(database)
  const link = await createLink(database, merchant.test)
  const readers = await readersOf(service, merchant)
  for (const address of pageAddresses) {
    const id = address.startsWith('/sandbox/pay') ? link.id : nobody
    const path = address.replaceAll(':id', id).replaceAll(/:(code|name)/g, 'rien')
    const subject = `GET ${address}`
    for (const [caller, cookie] of Object.entries(readers)) {
      const headers = { Accept: 'text/html', Cookie: cookie }
      const response = await fetch(baseUrl + path, { redirect: 'manual', headers })
      await response.body?.cancel()
      const mask = createMask(baseUrl, '')
      const shown = ['content-type', 'location', 'content-disposition', 'cache-control']
      const lines = shown.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [`< ${name}: ${mask(value)}`]
      })
      const record = [`< ${response.status}`, ...lines].join('\n')
      recordings.note(groupOf(address), { subject, about: 'page', caller, record })
    }
  }
}

const nobody = '00000000-0000-7000-8000-000000000000'

function groupOf(address: string): string {
  const [, first = ''] = address.split('/')
  return first === 'portail' || first === 'staff' ? first : 'open'
}

/** The cookies of people, by who they are. */
async function readersOf(
  { database }: ApiAlone,
  merchant: Awaited<ReturnType<typeof createPortalMerchant>>,
): Promise<Readonly<Record<string, string>>> {
  const readers: Record<string, string> = {
    nobody: '',
    stranger: 'portal_session=rien; staff_session=rien',
  }
  const { merchantId } = merchant
  for (const role of portalRoles) {
    const user = await createPortalUser(database, { merchantId, role })
    const { name, value } = sessionCookie(await loggedIn(database, 'portal', user))
    readers[`merchant’s ${role}`] = `${name}=${value}`
  }
  for (const role of staffRoles) {
    const member = await createStaffMember(database, role)
    const { name, value } = sessionCookie(await loggedIn(database, 'staff', member))
    readers[`staff ${role}`] = `${name}=${value}`
  }
  return readers
}
