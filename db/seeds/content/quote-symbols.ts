/** The symbols of the demo's quotes by their names; those of stocks and funds are the tickers that calls know them by. */
export const QUOTE_SYMBOLS: Readonly<Record<string, string>> = {
  ...{ "Dow Jones": "DJI", "S&P 500": "SPX", Nasdaq: "IXIC", "FTSE 100": "UKX", DAX: "DAX", "CAC 40": "PX1" },
  ...{ "Euro Stoxx 50": "SX5E", "Nikkei 225": "N225", "Hang Seng": "HSI", "Swiss Market Index": "SMI" },
  ...{ "IBEX 35": "IBEX", "S&P/ASX 200": "XJO", Sensex: "SENSEX", "Russell 2000": "RUT", VIX: "VIX" },

  ...{
    Nvidia: "NVDA",
    Apple: "AAPL",
    Microsoft: "MSFT",
    Alphabet: "GOOGL",
    Caterpillar: "CAT",
    Tesla: "TSLA",
  },
  ...{
    Broadcom: "AVGO",
    Cameco: "CCJ",
    Carnival: "CCL",
    Intel: "INTC",
    "Novo Nordisk": "NVO",
    Costco: "COST",
  },
  ...{ Visa: "V", Ford: "F", "Rolls-Royce": "RR." },

  ...{
    Gold: "XAU",
    Silver: "XAG",
    "Brent crude": "BRN",
    "WTI crude": "WTI",
    "Natural gas": "NG",
    Copper: "HG",
  },
  ...{
    Platinum: "XPT",
    Palladium: "XPD",
    Wheat: "ZW",
    Corn: "ZC",
    Soybeans: "ZS",
    Coffee: "KC",
    Cocoa: "CC",
  },
  ...{ Sugar: "SB", Uranium: "UX" },

  ...{
    "EUR/USD": "EURUSD",
    "USD/JPY": "USDJPY",
    "GBP/USD": "GBPUSD",
    "USD/CHF": "USDCHF",
    "AUD/USD": "AUDUSD",
  },
  ...{
    "USD/CAD": "USDCAD",
    "NZD/USD": "NZDUSD",
    "EUR/GBP": "EURGBP",
    "USD/CNY": "USDCNY",
    "USD/INR": "USDINR",
  },
  ...{
    "USD/MXN": "USDMXN",
    "USD/TRY": "USDTRY",
    "USD/NGN": "USDNGN",
    "JPY/USD": "JPYUSD",
    "IDR/USD": "IDRUSD",
  },

  ...{
    "Vanguard S&P 500": "VOO",
    "Invesco QQQ": "QQQ",
    "iShares Russell 2000": "IWM",
    "SPDR Gold Shares": "GLD",
  },
  ...{ "iShares 20+ Year Treasury": "TLT", "VanEck Semiconductor": "SMH", "Energy Select Sector": "XLE" },
  ...{
    "Financial Select Sector": "XLF",
    "Vanguard Developed Markets": "VEA",
    "Vanguard Emerging Markets": "VWO",
  },
  ...{ "Schwab US Dividend": "SCHD", "ARK Innovation": "ARKK", "Global X Uranium": "URA" },
  ...{ "iShares Bitcoin Trust": "IBIT", "Vanguard Total Bond": "BND" },

  ...{
    "US 3-month": "US3M",
    "US 2-year": "US2Y",
    "US 5-year": "US5Y",
    "US 10-year": "US10Y",
    "US 30-year": "US30Y",
  },
  ...{
    "Germany 10-year": "DE10Y",
    "UK 10-year": "GB10Y",
    "France 10-year": "FR10Y",
    "Italy 10-year": "IT10Y",
  },
  ...{ "Spain 10-year": "ES10Y", "Japan 10-year": "JP10Y", "Switzerland 10-year": "CH10Y" },
  ...{ "Canada 10-year": "CA10Y", "Australia 10-year": "AU10Y", "Brazil 10-year": "BR10Y" },

  ...{ "Fidelity Contrafund": "FCNTX", "Vanguard Wellington": "VWELX", "American Growth Fund": "AGTHX" },
  ...{ "Dodge & Cox Stock": "DODGX", "T. Rowe Price Blue Chip": "TRBCX", "PIMCO Income": "PIMIX" },
  ...{ "Fundsmith Equity": "FSEQ", "Lindsell Train Global": "LTGE", "Baillie Gifford American": "BGAM" },
  ...{ "Carmignac Patrimoine": "CARPAT", "DWS Top Dividende": "DWSTD", "Flossbach Multiple": "FVSMO" },
  ...{
    "Nordea Stable Return": "NSRET",
    "Schroder Asian Income": "SASIA",
    "Vanguard LifeStrategy 60": "VLS60",
  },

  ...{
    Bitcoin: "BTC",
    Ether: "ETH",
    Tether: "USDT",
    XRP: "XRP",
    BNB: "BNB",
    Solana: "SOL",
    Dogecoin: "DOGE",
  },
  ...{ Cardano: "ADA", TRON: "TRX", Stellar: "XLM", Litecoin: "LTC", Chainlink: "LINK", Hedera: "HBAR" },
  ...{ "Shiba Inu": "SHIB", Pepe: "PEPE" },
};
