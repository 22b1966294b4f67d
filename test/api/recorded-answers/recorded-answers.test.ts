import { given } from '#test/support/given.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { recordPages } from './pages.ts'
import { recordPublicRoutes } from './public.ts'
import { createRecordings, type Recordings } from './recording.ts'
import { recordStaffRoutes } from './staff.ts'
import { recordStories } from './stories.ts'

const parts: Readonly<
  Record<string, (service: TestService, recordings: Recordings) => Promise<void>>
> = {
  stories: recordStories,
  routes: recordPublicRoutes,
  desk: recordStaffRoutes,
  pages: recordPages,
}

describe('answers are those recorded (`RECORD=1` records them)', () => {
  for (const [name, record] of Object.entries(parts)) {
    describe(name, () => {
      const service = given(() => startTestService())

      it('to everybody, byte for byte but for what is new in each run', async function () {
        this.timeout(240_000)
        const recordings = createRecordings(name)
        await record(service, recordings)
        await recordings.hold()
      })
    })
  }
})
