import type { DashboardWords } from './french.tsx'

/** What the first page says, in English. */
export const english: DashboardWords = {
  title: 'Home',
  latest: 'Latest payments',
  all: 'All payments',
  newPayout: 'New payout',
  period: {
    title: 'Period',
    others: 'Other dates',
    from: 'From',
    to: 'To',
    show: 'Show',
    day: (day) => `On ${day}`,
    days: (from, to) => `From ${from} to ${to}`,
    thanDayBefore: 'the day before',
    thanDaysBefore: (days) => `in the ${days} days before`,
  },
  periods: {
    today: { label: 'Today', title: 'Collected today', than: 'yesterday' },
    yesterday: { label: 'Yesterday', title: 'Collected yesterday', than: 'the day before' },
    week: { label: '7 days', title: 'Collected in 7 days', than: 'in the 7 days before' },
    thirty: { label: '30 days', title: 'Collected in 30 days', than: 'in the 30 days before' },
    month: {
      label: 'This month',
      title: 'Collected this month',
      than: 'over the same days last month',
    },
  },
  rangeFaults: {
    no_day: {
      title: 'This date does not exist',
      remedy: 'Enter the day, the month and the year, for example 03/03/2026.',
    },
    reversed: {
      title: 'The dates are the wrong way round',
      remedy: 'The first date must come before the second one.',
    },
    not_yet: {
      title: 'These dates are in the future',
      remedy: 'Choose dates up to today.',
    },
    too_long: {
      title: 'This is too long for one screen',
      remedy: 'Choose one year at most. For more, export your payments year by year.',
    },
  },
  summary: {
    until: (title, clock) => `${title}, up to ${clock}`,
    sameHour: (than) => `${than} by this time`,
    nothing: 'Nothing yet, and nothing in the period before',
    same: (than) => `The same as ${than}`,
    more: (amount, than) => `${amount} more than ${than}`,
    less: (amount, than) => `${amount} less than ${than}`,
    percent: (number) => `${number}%`,
    paid: (count) => (count === 1 ? '1 successful payment' : `${count} successful payments`),
    paidBefore: (paid, before) => `${paid} (previously: ${before})`,
    rate: (percent) => `${percent} success rate`,
    average: (amount) => `${amount} on average`,
    net: 'net of fees',
  },
  charts: {
    byHour: 'Collected per hour. Lighter bars: the day before',
    byDay: 'Collected per day. Lighter bars: the same number of days before',
    byWeek: 'Collected per week. Lighter bars: the same number of days before',
    hours: 'Hours of the day, over the whole period',
    dayBefore: 'the day before',
    week: (day) => `7 days from ${day}`,
    hour: (hour) => `${hour}:00`,
    hourTo: (from, to) => `${from} to ${to}`,
  },
  shares: {
    operator: 'By operator',
    channel: 'By channel',
    terminal: 'By terminal',
    paymentLink: 'By payment link',
    failures: 'Why payments fail',
    aTerminal: 'Terminal',
    aLink: 'Link',
  },
  balance: {
    available: 'Available balance',
    pending: (amount) => `${amount} pending`,
    toConfirm: (amount) => `${amount} to be confirmed`,
  },
  closed: {
    title: 'Live mode is not open yet',
    text: 'No real payments can go through until then: try everything in test mode.',
    where: 'See where this stands',
  },
  first: {
    live: 'Your first payment',
    liveText:
      'An amount and your customer’s number: they approve it on their phone, and the payment shows up here.',
    test: 'Your first test',
    testText: 'Collect a first payment to try it out: no real money moves.',
    collect: 'Collect',
    site: (documentation) => <>Do you collect from your website? {documentation}</>,
    documentation: 'Read the documentation',
    numbers: (numbers) => <>, with its {numbers}</>,
    testNumbers: 'test numbers',
  },
  waiting: {
    title: 'Being processed',
    transfers: (count) =>
      count === 1 ? '1 bank transfer to be made' : `${count} bank transfers to be made`,
    refunds: (count) =>
      count === 1 ? '1 refund awaiting approval' : `${count} refunds awaiting approval`,
    accounts: (count) =>
      count === 1 ? '1 account to be checked' : `${count} accounts to be checked`,
  },
  steps: {
    title: 'Your first steps',
    count: (done, all) => `${done} of ${all}`,
    done: 'Done',
    doneAlready: 'Already done',
    putAway: 'Hide this list',
    isPutAway: 'The list is hidden. Everything it linked to is still in the menu.',
    toLive: 'Switch to live mode',
    toTest: 'Switch to test mode',
    logo: { title: 'Your logo', way: 'Choose a picture' },
    paymentLink: { title: 'Your first payment link', way: 'Create a link' },
    testPayment: { title: 'A first test payment', way: 'Try collecting' },
    payoutAccount: { title: 'The account that receives your payouts', way: 'Add an account' },
    liveMode: { title: 'Live mode', way: 'Request live mode' },
    livePayment: { title: 'A first live payment', way: 'Collect' },
  },
}
