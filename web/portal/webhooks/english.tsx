import type { ComponentChildren } from 'preact'
import type { WebhookWords } from './french.tsx'

/** What the pages of webhooks say, in English. */
export const english: WebhookWords = {
  shared: {
    title: 'Webhooks',
    all: 'All webhooks',
    webhook: 'Webhook',
    events: 'Events',
    event: 'Event',
    transaction: 'Transaction',
    attempt: 'Attempt',
    lastCode: 'Last code',
    status: 'Status',
    state: 'Status',
    date: 'Date',
    id: 'ID',
    since: 'Since',
    every: 'All',
    replayMissed: 'Replay failed deliveries',
    sendTest: 'Send a test',
    attemptOf: (number: string, most: string) => `attempt ${number} of ${most}`,
    attemptCount: (number: string, most: string) => `${number}\u00A0of\u00A0${most}`,
    countOf: (number: string, most: string) => `${number} of ${most}`,
  },
  states: {
    endpoint: { enabled: 'Enabled', disabled: 'Disabled' },
    deaf: 'Receives nothing',
    delivery: {
      pending: 'Pending',
      failed: 'Failed',
      delivered: 'Delivered',
      abandoned: 'Abandoned',
    },
    replay: { running: 'Running', done: 'Done', stopped: 'Stopped' },
  },
  unavailable: {
    title: 'History unavailable',
    text: 'The delivery history is not responding right now. Your settings work, and events are still being sent. Reload the page in a minute.',
  },
  list: {
    intro:
      'We call your server for every event: a payment, a payout, a refund. If it does not respond, we try six times.',
    add: 'Add a webhook',
    full: 'Each mode has room for five webhooks, enabled or disabled: delete one to add another.',
    history: 'Delivery history',
    none: 'No webhooks',
    noneForYou: 'A developer, an administrator or the account’s owner can add one.',
    noneYet: 'No webhooks yet',
    noneYetText:
      'Give us your server’s address, and it will hear about everything without having to ask.',
  },
  health: {
    title: 'Last 24 hours',
    none: 'Nothing to deliver',
    share: (percent: string) => `${percent}% delivered`,
    missed: (time: ComponentChildren) => <>Failed {time}</>,
  },
  one: {
    disabled:
      'This webhook receives nothing while it is disabled, and events that happen in the meantime will not be sent to it later.',
    settings: 'Settings',
    address: 'Endpoint URL',
    secret: 'Secret',
    nextSecret: 'Next secret',
    secretFrom: (secret: ComponentChildren, time: ComponentChildren) => (
      <>
        {secret}, from {time}
      </>
    ),
    added: 'Added',
    change: 'Edit',
    enable: 'Enable',
    disable: 'Disable',
    newSecret: 'New secret',
    remove: 'Delete',
    allEvents: 'All events',
    oneEvent: '1 event',
    manyEvents: (count: string) => `${count} events`,
    latest: 'Latest deliveries',
    nothingSent:
      'Nothing has been sent to this address yet. A test tells you within seconds whether your server responds.',
    itsDeliveries: 'All its deliveries',
  },
  listeners: {
    title: 'On a developer’s machine',
    intro:
      'Without a public address, this command passes test-mode events on to a server on your machine. What it responds is shown here for 30 days.',
    name: 'Name',
    seen: 'Last seen',
    first: 'First seen',
    state: 'State',
    listening: 'Listening',
    silent: 'Stopped',
    note: 'The test-mode events that payments listen has passed on to this machine, and what its server responded. The time is when we were told.',
    nothing: 'Nothing has been passed on yet. Make a test payment while it listens.',
    caption: 'Events passed on, newest first',
    tries: 'Tries',
    answer: 'Response',
    duration: 'Duration',
  },
  form: {
    addTitle: 'Add a webhook',
    add: 'Add webhook',
    changeTitle: 'Edit webhook',
    changeNote:
      'Anything waiting to be sent goes to the new URL. Your choice of events applies from now on: past events are not sent again.',
    save: 'Save',
    address: 'Endpoint URL',
    addressHint: 'Starts with https. We send it one POST request per event.',
    addressExample: 'https://shop.example/webhooks',
    name: 'Name',
    nameHint: 'So that you can tell your webhooks apart.',
    everyNote: 'Including those added later',
    some: 'Only some',
    someNote: 'Those you tick below',
    choose: 'Choose events',
  },
  faults: {
    name: 'Shorten the name to 255 characters.',
    noEvent: 'Tick at least one event.',
    url: {
      too_long: 'This URL is too long.',
      malformed: 'This URL is incomplete. It looks like https://shop.example/webhooks.',
      not_https: 'The URL must start with https://.',
      has_credentials:
        'Remove the user name and password from the URL: the signature proves that the call comes from us.',
      port_refused: 'Use port 443, or any port from 1024 up.',
      private_address: 'This address is private or local: we can only call a public one.',
    },
    day: (days: string) => `Choose one of the last ${days} days.`,
  },
  done: {
    changed: 'The webhook has been updated.',
    enabled: 'The webhook is enabled.',
    disabled: 'The webhook is disabled; anything waiting for it is abandoned.',
    deleted: 'The webhook has been deleted. Its deliveries stay in the history.',
    retried: 'The delivery is being sent now.',
    replayStopped: 'The replay has been stopped.',
  },
  acts: {
    disableTitle: 'Disable webhook',
    disableText:
      'Your server will stop receiving events, and anything waiting to be retried is abandoned at once. Events that happen in the meantime will not be sent later.',
    enableTitle: 'Enable webhook',
    enableText:
      'Your server will receive events again from now on. Abandoned deliveries can be retried from the history.',
    renewText: (last: string) =>
      `Now: the old secret (${last}) stops signing right away, even for deliveries waiting to be retried. Until your server knows the new one, it will reject our calls, and we will retry them. In 24 hours: until then both sign, the old one still encrypts, and your server has time to accept both.`,
    renew: 'Create a new secret',
    renewWhen: 'When does it replace the old one?',
    renewNow: 'Now (the old one is lost or stolen)',
    renewLater: 'In 24 hours (without missing anything)',
    deleteTitle: 'Delete webhook',
    deleteText: (url: ComponentChildren) => (
      <>
        {url} will stop receiving events for good. Anything waiting for it is abandoned; its
        deliveries stay in the history.
      </>
    ),
    deleteForGood: 'Delete for good',
    testText: (mark: ComponentChildren) => (
      <>
        A sample event, marked {mark}, goes out like a real one: encrypted, signed, and retried if
        it is not received. Up to five per hour.
      </>
    ),
    test: 'Send test',
    testWhich: 'Which event?',
  },
  secret: {
    firstTitle: 'Your webhook is ready',
    newTitle: 'Your new secret',
    copyNow: 'Copy its secret now',
    copy: 'Copy secret',
    note: 'It is shown only once. Keep it on your server: it proves that our calls come from us, and decrypts what they contain.',
    copied: 'I have copied the secret',
  },
  verification: {
    title: 'Verify a call',
    text: (secret: ComponentChildren) => (
      <>
        Before you trust a call, verify its signature and its timestamp against the exact body
        received: any Standard Webhooks library does this. It takes the secret in this form:{' '}
        {secret}
      </>
    ),
    samples: { node: 'In Node.js', php: 'In PHP', python: 'In Python' },
    afterwards: (payload: ComponentChildren, id: ComponentChildren) => (
      <>
        Then open {payload} and respond with 2xx within ten seconds. The same {id} can arrive twice:
        handle it only once.
      </>
    ),
  },
  deliveries: {
    title: 'Deliveries',
    all: 'All deliveries',
    caption: 'Deliveries, newest first',
    test: '(test)',
    transactionHint: 'Its full ID or reference.',
    noMatch: 'No matching deliveries',
    noMatchText:
      'Events that a webhook is not subscribed to are not sent, and are not listed here.',
    seeAll: 'View all deliveries',
    noneYet: 'No deliveries yet',
    noneYetText: 'Every event sent to your webhooks appears here, with your server’s response.',
    seeWebhooks: 'View webhooks',
  },
  delivery: {
    course: 'Timeline',
    title: 'Delivery',
    copyId: (header: string) => `Copy ${header}`,
    data: 'Data sent',
    dataNote: (field: ComponentChildren) => (
      <>The {field} field, without anything that identifies a person.</>
    ),
    answer: 'Your server’s response',
    type: 'Type',
    deleted: (webhook: string) => `${webhook} (deleted)`,
    testOnly: 'Test, no transaction',
    eventOf: 'Event time',
    address: 'URL called',
    delivered: 'Delivered',
    duration: 'Duration of the call',
    lastError: 'Last error',
  },
  course: {
    recorded: 'Event recorded',
    extra: 'retry',
    sending: (count: string) => `Sending, ${count}`,
    received: (answer: string, count: string) => `Received${answer}, ${count}`,
    missed: (answer: string, count: string) => `Not received${answer}, ${count}`,
    abandoned: 'Abandoned: no more automatic attempts',
    soonSent: 'About to be sent',
    soon: 'Next attempt in less than a minute',
    next: 'Next attempt',
  },
  retry: {
    hurryTitle: 'Skip to the next attempt',
    hurryNote: 'In test mode you do not have to wait until the next attempt is due.',
    hurry: 'Try now',
    title: 'Retry',
    now: 'Retry now',
    notes: {
      pending: 'No news for more than ten minutes.',
      failed:
        'The next attempt is made right away, and the schedule continues from there. Up to ten retries per hour.',
      abandoned:
        'One more attempt, with the same ID: your server recognizes a duplicate. Up to ten retries per hour.',
    },
  },
  replays: {
    title: 'Replays',
    intro:
      'Was your server down? Every delivery that failed or was abandoned since the day you choose is sent again, gradually, with the same ID.',
    latest: 'Latest replays',
    start: 'Replay all',
    sinceHint: (days: string) => `One of the last ${days} days.`,
    everyWebhook: 'All enabled webhooks',
    all: 'All replays',
    one: 'Replay',
    oneOf: (webhook: string) => `Replay for ${webhook}`,
    ofAll: 'all webhooks',
    progress: 'Deliveries sent again',
    seeMissed: 'View what is still missing',
    stopTitle: 'Stop',
    stopNote: 'Deliveries already sent are not recalled; the rest will not be sent.',
    stop: 'Stop replay',
    received: 'Received',
    missedAgain: 'Failed again',
    underWay: 'In progress',
    notSent: 'Not sent again',
    toSend: 'To be sent again',
    started: 'Started',
    ended: 'Ended',
    when: 'When',
  },
}
