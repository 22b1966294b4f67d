import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { recordPages } from './pages.ts'
import { recordPublicRoutes } from './public.ts'
import { createRecordings, type Recordings } from './recording.ts'
import { recordStaffRoutes } from './staff.ts'
import { beginStory, type Story } from './story.ts'
import { tellOfTheRest } from './story-beside.ts'
import { tellOfCollections } from './story-collections.ts'
import { tellOfLinks } from './story-links.ts'
import { tellOfMoneyOut } from './story-money-out.ts'
import { tellOfTerminals } from './story-terminals.ts'

const stories: Readonly<Record<string, (story: Story) => Promise<void>>> = {
  collections: tellOfCollections,
  'money-out': tellOfMoneyOut,
  'links-and-codes': tellOfLinks,
  terminals: tellOfTerminals,
  beside: tellOfTheRest,
}

/** What becomes of merchants who use the API, each story in a file of its own. */
async function recordStories(service: TestService, recordings: Recordings): Promise<void> {
  for (const [name, tell] of Object.entries(stories)) {
    await tell(await beginStory(service, recordings, name))
  }
}

const parts: Readonly<
  Record<string, (service: TestService, recordings: Recordings) => Promise<void>>
> = {
  stories: recordStories,
  routes: recordPublicRoutes,
  desk: recordStaffRoutes,
}

describe('answers are those recorded (`RECORD=1` records them)', () => {
  for (const [name, record] of Object.entries(parts)) part(name, startTestService, record)
  // Pages that are read wait for no payment.
  part('pages', startApiAlone, recordPages)
})

function part<Service extends Pick<ApiAlone, 'stop'>>(
  name: string,
  start: () => Promise<Service>,
  record: (service: Service, recordings: Recordings) => Promise<void>,
): void {
  describe(name, () => {
    const service = given(() => start())

    it('to everybody, byte for byte but for what is new in each run', async function () {
      this.timeout(240_000)
      const recordings = createRecordings(name)
      await record(service, recordings)
      await recordings.hold()
    })
  })
}
