-- AlterTable
ALTER TABLE "AgentSession" ADD COLUMN     "data" TEXT;

-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "within" TEXT;


