import type { TestService } from '#test/support/service.ts'
import type { Recordings } from './recording.ts'
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
export async function recordStories(service: TestService, recordings: Recordings): Promise<void> {
  for (const [name, tell] of Object.entries(stories)) {
    await tell(await beginStory(service, recordings, name))
  }
}
