import { HEALTH_AND_CONSUMER_BRIEFS } from "./daily-briefs/health-and-consumer";
import { INDUSTRY_BRIEFS } from "./daily-briefs/industry";
import { TECHNOLOGY_BRIEFS } from "./daily-briefs/technology";

/** Every daily brief of the demo. */
export const DAILY_BRIEFS = [...TECHNOLOGY_BRIEFS, ...HEALTH_AND_CONSUMER_BRIEFS, ...INDUSTRY_BRIEFS];
