-- AlterTable
ALTER TABLE "AgentSession" ADD COLUMN     "trial" BOOLEAN NOT NULL DEFAULT false;


