/**
 * The sentences of the specification, by the ids in tests (`spec("2.3 news list")`); a text in 'single
 * quotes' is exact. The specification is a separate document outside this repository. docs/specification.md
 * is generated from this and the tests.
 */
export const SPECIFICATION = {
  "2.1 Layouts": {
    "2.1 main layout sticky top":
      "Main layout: sticky top bar, left navigation, content, right column, footer",
    "2.1 right column hidden stock": "Right column hidden on the stock picks",
    "2.1 stockpicks trade alerts markets":
      "`/stockpicks`, `/trade-alerts`, `/markets` and other spellings lead to the page",
    "2.1 bare layout top bar": "Bare layout: top bar and content only",
    "2.1 left navigation six sections": "Left navigation: six sections with their paths",
    "2.1 extras collapsible four greyed": "Extras: collapsible, four greyed entries that are no links",
    "2.1 drawer small screens opened":
      "Drawer on small screens, opened by a button; choosing a link loads a page, which has it closed",
    "2.1 sidebar 200 px right": "Sidebar 200 px, right column 327 px",
    "2.1 top bar logo search":
      "Top bar: logo to `/`, search box 'Search for news, symbols or companies...', bell with a badge, avatar menu",
    "2.1 visitors subscribe premium get":
      "Visitors: 'Subscribe to Premium', 'Get Started', 'Sign In'; on small screens Sign In only",
    "2.1 members help line messages": "Members: help line with a messages-only number",
    "2.1 avatar menu name email":
      "Avatar menu: name, email, 'Manage Account', 'Refer a Friend'; 'My Watchlist' and 'Help Center' without action; 'Sign Out' to `/login`",
    "2.1 avatar member s photo": "The avatar is the member's photo, where there is one (sections 2.1 and 5)",
    "2.1 notifications market update new": "Notifications: market update, new stock pick, quote",
    "2.1 third party analytics script": "A third-party analytics script",
    "2.1 footer top markets explore": "Footer: 'TOP MARKETS', 'EXPLORE', 'HELPFUL LINKS' with their entries",
    "2.1 placeholders lead nowhere": "Placeholders lead nowhere",
    "2.1 right column holds square": "Right column holds a square ad box",
    "2.1 disclaimer footer section 1": "Disclaimer in the footer (section 1)",
  },
  "2.2 Search": {
    "2.2 starts two characters after": "Starts with two characters after trimming; fewer clear the results",
    "2.2 briefs companyname ticker videos":
      "Briefs by companyName or ticker and videos by title, whatever the case, link to the brief and to the video",
    "2.2 alerts ticker link alert": "Alerts by ticker, link to the alert",
    "2.2 drop down most 300": "Drop-down at most 300 px high, each line its type, a colon and its title",
    "2.2 choosing one clears search": "Choosing one clears the search and navigates",
    "2.2 without script full page":
      "(decision) Without script a full page of results, with news, picks and quotes",
    "2.2 quote pick was found":
      "(decision) A quote or a pick that was found stands on its page of the list, its row marked",
  },
  "2.3 Public and member screens": {
    "2.3 home ad slot 1":
      "Home: ad slot 1, News, Daily Brief, ad slot 2, Stock Picks, ad slot without position, Trade Alerts, Videos, in this order",
    "2.3 home 2 news 3": "Home: 2 news, 3 briefs, 10 picks, 3 alerts, 3 videos, each with its links",
    "2.3 trade alerts heading trade":
      "Trade Alerts: heading to `/trade-alerts`, the other link to `/trade-alert`",
    "2.3 news tabs": "`/news`: tabs",
    "2.3 news image title 30": "`/news`: image, title, 30 words, date, author, '0 Comments', link",
    "2.3 news available this category": "'No news available in this category.'",
    "2.3 loading texts": "Loading texts",
    "2.3 news id image title":
      "`/news/{id}`: image, title, date and time, By and author, addresses become links in a new tab",
    "2.3 news found": "'News not found.'",
    "2.3 briefs alerts articles lead":
      "(decision) Briefs, alerts and articles lead to what else there is of the company, as far as the reader may know of it",
    "2.3 brief list newest first": "Brief list: newest first, cards with companyName and 25 words",
    "2.3 daily briefs available": "'No daily briefs available.'",
    "2.3 daily brief id premium":
      "`/daily-brief/{id}`: 'Premium Content - This daily brief is available to Premium or Private subscribers only.' and 'Upgrade to Premium' to `/subscription` for non-paid users",
    "2.3 daily brief found": "'Daily brief not found.'",
    "2.3 stock picks table category": "`/stock-picks`: table, category tabs, ad slot 1",
    "2.3 market nine tabs paginated": "`/market`: nine tabs, paginated table, ad slot 1",
    "2.3 trade alert gallery ad": "`/trade-alert`: gallery and an ad; `/trade-alert/{id}`",
    "2.3 trade alert found": "'Trade Alert not found.'",
    "2.3 videos all videos 6": "`/videos`: 'All Videos', 6 a page, 'Previous' and 'Next'",
    "2.3 videos 1 2 3": "Videos in 1, 2, 3 or 4 columns depending on width",
    "2.3 videos id video found": "`/videos/{id}`; 'Video not found.'",
    "2.3 banner list image optional": "Banner list: image, optional link in a new tab, title",
    "2.3 square ad one random": "Square ad: one random published ad of the position, else nothing",
    "2.3 subscription plan cards": "`/subscription`: plan cards",
    "2.3 subscription success your last": "`/subscription/success`: 'Your last payment'",
    "2.3 return token userid packageid": "Return with token, userId, packageId",
    "2.3 create free account member": "'Create Free Account', 'Member Sign In', 'Forgot Password'",
    "2.3 set your password": "'Set your Password'",
    "2.3 go login way there": "'Go to Login' and the way there after 2 seconds",
    "2.3 close icons home links": "Close icons home; links to register, forgot, terms, privacy",
    "2.3 dashboard manage account personal":
      "`/dashboard`: 'Manage account', 'Personal information', 'Subscription', 'Referrals'",
    "2.3 referral link code email": "`/referral`: link, code, by email, Facebook and X",
    "2.3 guard protected screens": "Guard for protected screens",
  },
  "4 States": {
    "4 session signed signed out": "Session: signed in, signed out; logout clears both",
    "4 top bar depends session": "Top bar depends on the session",
    "4 paid button reads read": "Paid: the button reads 'Read More →' and links to the brief",
    "4 paid analysis readable lock": "Not paid: analysis not readable, lock, disabled 'Locked'",
    "4 front lock visitor shown":
      "In front of a lock a visitor is shown the way to sign in, which leads back (section 6: sign-in prompts); a Basic member is not",
    "4 locked alerts lock overlay": "Locked: alerts with a lock overlay",
    "4 locked picks mask ticker": "Locked: picks mask ticker, name and margins",
    "4 locked video clickable unless": "Locked: a video is not clickable unless free",
    "4 ads only published ones": "Ads: only published ones",
    "4 purchase select order redirect":
      "Purchase: select, order, redirect, return, capture once, 'Subscription activated!'",
    "4 verification resend redirect after": "Verification and resend redirect after 2 seconds",
    "4 registration reset told login": "Registration and reset: told, `/login` after 3 seconds",
    "4 plan buttons disabled basic": "Plan buttons disabled for Basic and the current plan; 'Active' badge",
    "4 plan buttons disabled while": "Plan buttons disabled while a purchase runs",
    "4 referral s month referrer":
      "The referral's month for the referrer and the friend, named before and after",
    "4 redirecting plan progress": "'Redirecting...' on the plan in progress",
    "4 content status published draft":
      "Content status published and draft; new briefs published, ads draft, videos Published",
    "4 member payment status": "Member and payment status",
    "4 movers losers negative red": "Movers: losers negative and red, others with plus when positive",
  },
  "8 Texts for readers and members": {
    "8 logged successfully": "'Logged in successfully!'",
    "8 login failed unexpected error":
      "'Login failed', 'Unexpected error. Please try again.', and the server's message first",
    "8 account created successfully": "'Account created successfully'",
    "8 registration failed try again": "'Registration failed. Try again!'",
    "8 password reset email sent": "'Password reset email sent!', 'Password reset successful!'",
    "8 something went wrong failed": "'Something went wrong', 'Failed to reset password'",
    "8 email verified successfully invalid":
      "'Email verified successfully!', 'Invalid or missing verification token'",
    "8 verification email sent missing": "'Verification email sent!', 'Missing email address in request'",
    "8 verification failed failed resend": "'Verification failed', 'Failed to resend verification email'",
    "8 profile updated successfully": "'Profile updated successfully'",
    "8 failed update profile": "'Failed to update profile'",
    "8 failed load subscription plans": "'Failed to load subscription plans'",
    "8 failed initiate subscription failed":
      "'Failed to initiate subscription', 'Failed to get PayPal approval URL'",
    "8 failed finalize subscription": "'Failed to finalize subscription'",
    "8 please login proceed": "'Please login to proceed'",
    "8 failed fetch trade alerts": "'Failed to fetch trade alerts', 'Failed to fetch videos'",
    "8 link copied 2 seconds": "'Link copied!' for 2 seconds",
    "8 logged only empty list":
      "Logged only, with an empty list: news, briefs, banners, square ads, picks, markets; a search says so",
    "8 stock picks found iron": "'No stock picks found for Iron dome'",
    "8 markets found": "'No markets found.'",
    "8 subscription plans found": "'No subscription plans found.'",
    "8 ad available position 1": "'No ad available for position 1.'",
  },
  "8 Texts in the back-office": {
    "8 news failed fetch news":
      "News: 'Failed to fetch news.', 'Failed to add news.', 'Failed to update news.', 'Failed to delete news.'",
    "8 briefs failed fetch daily":
      "Briefs: 'Failed to fetch daily briefs', 'Failed to save daily brief', 'Failed to delete daily brief'",
    "8 picks failed fetch stock":
      "Picks: 'Failed to fetch stock picks', 'Failed to save stock pick', 'Failed to delete stock pick'",
    "8 alerts failed fetch trade":
      "Alerts: 'Failed to fetch trade alerts.', 'Failed to add trade alert.', 'Failed to update trade alert.', 'Failed to delete trade alert.'",
    "8 videos failed fetch videos":
      "Videos: 'Failed to fetch videos', 'Failed to save video', 'Failed to delete video.'",
    "8 markets failed fetch markets":
      "Markets: 'Failed to fetch markets', 'Failed to save market', 'Failed to delete market.'",
    "8 movers failed load market":
      "Movers: 'Failed to load market movers', and failures to add, update or delete one",
    "8 packages failed fetch packages":
      "Packages: 'Failed to fetch packages', 'Failed to save package', 'Failed to delete package'",
    "8 package added successfully package":
      "'Package added successfully', 'Package updated successfully', 'Package deleted successfully'",
    "8 banners failed fetch banners":
      "Banners: 'Failed to fetch banners', 'Failed to save banner', 'Failed to delete banner'",
    "8 admins failed fetch admins":
      "Admins: 'Failed to fetch admins', 'Failed to add admin', 'Failed to update admin', 'Failed to delete admin'",
    "8 failed change password": "'Failed to change password'",
    "8 failed register user": "'Failed to register user'",
    "8 login failed": "'Login failed'",
    "8 only logged ad failures": "Only logged: ad failures",
    "8 only logged payment fetch": "Only logged: payment fetch failure",
    "8 only logged user subscription": "Only logged: user-subscription change failures",
    "8 empty lists data found":
      "Empty lists: 'No data found.', 'No packages found', 'No daily briefs found', 'No stock picks found.', 'No trade alerts found.', 'No news found.', 'No videos found.', 'No markets found.', 'No ads found.', 'No admins found.'",
    "8 payments found": "'No payments found.'",
    "8 you sure you want":
      "'Are you sure you want to delete this stock pick?', and so of a trade alert, news item or market mover",
    "8 was typed kept database":
      "(decision) What was typed is kept, and a database that is away is a 503 with `Retry-After`",
  },
  "9 Constants": {
    "9 browser storage keys": "Browser storage keys",
    "9 search 2 characters drop": "Search from 2 characters, drop-down 300 px",
    "9 excerpts news 30 words": "Excerpts: news 30 words, brief 25",
    "9 home limits 2 3": "Home limits 2, 3, 10, 3, 3",
    "9 video gallery 6 page": "Video gallery 6 a page",
    "9 markets 10 rows nine": "Markets: 10 rows, nine tabs",
    "9 stock picks 2 decimals": "Stock picks with 2 decimals",
    "9 volume k m b": "Volume as K, M, B",
    "9 password must least 8": "'Password must be at least 8 characters'",
    "9 redirect delays 1 5": "Redirect delays 1.5, 2 and 3 s",
    "9 toasts 3 s members":
      "Toasts: 3 s for members, 5 s elsewhere, 2 s for a copied link; errors stay (decision), those of a registration too",
    "9 rectangles squares slots 1": "Rectangles and squares in slots 1 to 10, random one of the position",
    "9 ads 260 200 800": "Ads 260 by 200 and 800 by 100",
    "9 brand colour sidebar right": "Brand colour, sidebar, right column, admin menu",
    "9 default holding period 1": "Default holding period 1 week",
  },
  "2.4 to 7 Members and admins in the back-office": {
    "2.4-7 manage users only superadmin": "Manage Users: 'Only superadmin and admin can access this page.'",
    "2.4-7 settings only superadmin can": "Settings: 'Only superadmin can access this page.'",
    "2.4-7 manage users add new": "Manage Users: Add New User dialog and a user table",
    "2.4-7 list search 5 10": "List with search, 5, 10 or 25 rows, From and To inclusive",
    "2.4-7 settings two tabs add": "Settings: two tabs, Add Admin and Change Password",
    "2.4-7 profile admin profile settings": "Profile (/admin/profile-settings)",
    "2.4-7 user fields password write": "User fields; password is write only",
    "2.4-7 admin fields password create": "Admin fields; password on create or update",
    "2.4-7 admin may switch user":
      "Admin may switch a user between Basic, Premium and Private; the row shows a spinner while saving and updates",
    "2.4-7 status active green inactive": "Status: active green, inactive red, pending amber",
    "2.4-7 add user all fields": "Add user: 'All fields are required'; registeredByAdmin",
    "2.4-7 add admin all fields": "Add admin: 'All fields are required'; role is admin or editor",
    "2.4-7 edit admin fullname email":
      "Edit admin: 'Fullname, email, and role are required'; a blank password keeps the current one",
    "2.4-7 admin id missing": "'Admin ID is missing!'",
    "2.4-7 change password all fields":
      "Change password: 'All fields are required', 'New password and confirmation do not match'",
    "2.4-7 get api admin get": "GET /api/admin/get-users, PUT /api/admin/subscription/{id}",
    "2.4-7 getalladmin addadmin updateadmin deleteadmin": "getAllAdmin, addAdmin, updateAdmin, deleteAdmin",
    "2.4-7 changesuperadminpassword": "changeSuperAdminPassword",
    "2.4-7 superadmin cannot created demoted":
      "(decision) The superadmin cannot be created, demoted or deleted",
    "2.4-7 lost second factor recovery":
      "(decision) A lost second factor: a recovery code once, a superadmin's by command",
    "2.4-7 settings hold all instances":
      "(decision) Settings hold on all instances at once, also on one that did not hear",
    "2.4-7 password once more before":
      "(decision) The password once more before a member's address and a view",
    "2.4-7 trust belongs session":
      "(decision) Trust belongs to the session (how it began, when its password was given), never to cookie or header that carries it",
    "2.4-7 deeds ask one table": "(decision) Deeds that ask for a password are one table, for every door",
    "2.4-7 two-step off needs code": "(decision) Turning two-step sign-in off needs a current code, too",
    "2.4-7 sessions end status role":
      "(decision) Sessions end with a status, role or password, on every instance",
    "2.4-7 save top newer one": "(decision) A save on top of a newer one is refused with both values",
    "2.4-7 log mails staff": "(decision) A log of mails for staff",
  },
  "Beyond the sentences": {
    "beyond page weight 60 kb": "Page weight: 60 kB, script 5 kB, hydrated 130 kB, no other host",
    "beyond bounded statements per page": "Bounded statements per page, none per row",
    "beyond plans record below them":
      "Plans: the record below them, a marked brief whole and nowhere else, tiers compared by what they read, no advertisement",
    "beyond receipt certificate seller s": "A receipt is a certificate with the seller's name and address",
    "beyond receipts credit notes numbered":
      "Receipts and credit notes are numbered without a gap, given with the capture and the refund, once",
    "beyond credit note refund payer": "A credit note for a refund, for its payer and for staff",
    "beyond optional line vat day": "An optional line of VAT, as of the day of the payment",
    "beyond shared drawings show visitor": "Shared drawings show what a visitor may know, whoever asks",
    "beyond money access paid without":
      "Money and access: who paid without access, reads without payment, paid twice, which orders wait; each with its mend",
    "beyond back office home attention":
      "The back-office home: attention first, thirty days, calls that end next, each for who may open it",
    "beyond one wordmark mails light": "One wordmark, mails light and dark",
    "beyond feeds sitemaps robots txt": "Feeds, sitemaps, robots.txt, manifest, icons",
    "beyond titles canonical addresses shared":
      "Titles, canonical addresses, shared links' pictures, structured data",
    "beyond picture whose file gone":
      "A picture whose file is gone is a 404 with a picture; nothing but pictures of ours is stored or given",
    "beyond views clicks ads day":
      "Views and clicks of ads by day, without cookies, with and without script; staff read them",
    "beyond readings articles briefs films":
      "Readings of articles, briefs and films by day, without cookies, kept or fetched ahead; the most read of a week beside every page",
    "beyond pays sold memberships shown":
      "Who pays is not sold memberships, and is shown fewer advertisements unless the owner wants it otherwise",
    "beyond each list picks idea": "Each list of picks has its idea, which staff change",
    "beyond next results staff know":
      "The next results that staff know of, of companies that something public names",
    "beyond pages answers files come": "Pages, answers and files come compressed as the caller can read them",
    "beyond authors page their calls":
      "Authors: a page of their calls, briefs and news, linked from by-lines",
    "beyond charts texts": "Charts in texts",
    "beyond companies search sitemap": "Companies in the search and in the sitemap",
    "beyond goes wrong around call":
      "What goes wrong around a call: prices that are none, symbols that change hands, splits, clocks, imports that die",
    "beyond written shown readers get":
      "What is written is shown as readers get it, says who reads what, and outlives its window as a draft of one person",
    "beyond hostile texts": "Hostile texts",
    "beyond call s life browser": "A call's life in a browser, with and without script",
    "beyond company page public calls":
      "A company has a page by public calls alone, where they stand for everybody; the record leads to it",
    "beyond calls over nothing settles":
      "Calls that are over and that nothing settles are brought before staff by their cause, and counted in the record",
    "beyond split entered behind call":
      "A split that is entered behind a call counts in its levels and its result, by an event that readers see",
    "beyond results later prices would":
      "Results that later prices would change are brought before staff, who correct or confirm them; nothing changes by itself",
    "beyond price running day settles":
      "The price of a running day settles nothing, and a quote's old price is none of today's by another name",
    "beyond record every figure each":
      "The record has every figure of each kind, list and year, and says who can compute them again",
    "beyond call measured first price":
      "A call is measured from its first price, in figures, file and page; what is older than the log is marked; what waits because it is called anew is counted",
    "beyond figures tell nobody result":
      "Figures tell nobody the result of a call that is not public for them",
    "beyond company public calls alone":
      "A company that its public calls alone name is found; every ticker leads to a page",
    "beyond our own check ledger": "Our own check of the ledger, which the owner can ask for",
    "beyond withdrawn calls list rule": "Withdrawn calls have a list by the rule of settled ones",
    "beyond picks briefs say was":
      "Picks and briefs say what was changed of them, and picks how they were settled, to who may read them",
    "beyond alert over once was": "An alert is over once it was settled",
    "beyond times ledger verified nobody":
      "Times of the ledger are verified, and nobody chooses when a call becomes public",
    "beyond demo s record": "The demo's record",
    "beyond every page read axe": "Every page is read by axe, and fits narrow windows and large text",
    "beyond malformed methods bodies addresses":
      "Malformed methods, bodies and addresses are refused with their status",
    "beyond prices fetched sources staff":
      "Prices fetched from sources that staff set up: run by hand and by the hour, a trial, the reason of each instrument without prices",
    "beyond dashboard s last changes": "The dashboard's last changes",
    "beyond log changes old new":
      "The log of changes: old and new of each field, who, when, from where; a record's older version restored",
    "beyond come out minute site":
      "What is to come out has a minute of the site's zone, by form, list and API; ads and banners end at one",
    "beyond week desk": "The week of the desk",
    "beyond preview record each reader": "A preview of a record as each reader, and by a link that ends",
    "beyond membership given bought address":
      "A membership is given: bought for an address, by a form that loses nothing, through the one way of capture",
    "beyond gift s payment goes": "A gift's payment goes wrong: nothing is given, or everything once",
    "beyond gift claimed once member":
      "A gift is claimed once, by a member who is not its buyer, by the rules of a purchase; refunded, it or its days are taken back",
    "beyond gift s buyer sees":
      "A gift's buyer sees what became of it and sends its link again, staff see it too, and no figure takes it for anything else",
    "beyond plan may tried so":
      "A plan may be tried for so many days, once, by who never had access: offered with its end, begun by a plain form without an order or a payment, also by way of a registration",
    "beyond bought claimed during trial":
      "What is bought or claimed during a trial comes after it, and a refund leaves it its days; no order and no break gives or takes a day of it",
    "beyond trial called one member":
      "A trial is called one, to the member, staff and programs; no figure takes it for money; mails before its end are true; deleted, it leaves a code of its addresses and nothing else",
    "beyond owner s numbers pays":
      "The owner's numbers: who pays, comes, goes, and what comes in, by day and plan, to the cent of the ledger",
    "beyond conversion lock payment page":
      "Conversion from lock to payment by page, first-party and without cookies, equal to the ledger to the cent; deleted pages keep their line",
    "beyond fault table money holds":
      "The fault table of money holds with coupons and gifts in it; figures equal an independent computation over 10,000 random histories",
    "beyond coupons per cent amount":
      "Coupons: per cent or amount, plans, limit, days, once per member; the last use goes to one of a hundred, in the one capture path; no code is public or guessed at speed",
    "beyond plans several lengths one":
      "Plans of several lengths: one card, each length with its price, that of 30 days and what it saves; the choice is kept by coupons, errors, the sign-in page and PayPal's cancelled page",
    "beyond members come ghost s":
      "Members come in from Ghost’s and Substack’s exports and any CSV, with plans, days left and opt-outs; nothing is guessed, nobody is mailed unless asked",
    "beyond doubled addresses hostile names":
      "Doubled addresses, hostile names and files that are none; a member who is there loses nothing",
    "beyond import goes after process":
      "An import goes on after a process died, is called off, and is written once by several servers",
    "beyond list members round trips": "The list of members round-trips",
    "beyond members say whether they": "Members say whether they want reminders",
    "beyond picture library searched chosen":
      "A picture library: searched, chosen in forms and texts with and without script, said what it shows, told where it is shown, deleted safely",
    "beyond deleted content stays bin":
      "Deleted content stays in a bin for 30 days, comes back as itself, and its pictures are given to nobody meanwhile",
    "beyond theme remembered without script": "Theme remembered, without script, page cache apart",
    "beyond hostile text search ways": "Hostile text in search and in ways back",
  },
} as const;

/** Sentences that a decision replaces by a better design, so that no test shows their wording. */
export const DECIDED: Partial<Record<SentenceId, string>> = {
  "2.3 loading texts": "server HTML is complete, nothing loads afterwards",
  "9 browser storage keys": "HttpOnly cookies instead",
};

type Sections = typeof SPECIFICATION;
export type SentenceId = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections];
